// What is looked at in any result.

import assert from 'node:assert/strict';

export const bytes = (text) => Buffer.byteLength(text);

/** The text of a result, which has nothing else in its content. */
export function textOf(result) {
  assert.deepEqual(result.content.map((c) => c.type), ['text']);
  return result.content[0].text;
}

/** Fails when a path of this machine stands in something. */
export function hidden(something, setup, what) {
  const text = something instanceof Error ? `${something.message} ${JSON.stringify(something)}` : JSON.stringify(something);
  for (const place of setup.places) {
    assert.ok(!text.includes(place), `${what}: ${place} is in ${text}`);
  }
}

/** The error that a promise is rejected with. */
export async function rejected(promise, what) {
  const ended = await promise.then((value) => ({ value }), (error) => ({ error }));
  assert.ok(ended.error, `${what}: no error, but ${JSON.stringify(ended.value)}`);
  return ended.error;
}
