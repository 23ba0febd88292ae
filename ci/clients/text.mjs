// Checks of any result.

import assert from 'node:assert/strict';

export const bytes = (text) => Buffer.byteLength(text);

/** Returns the text of a result, its only content. */
export function textOf(result) {
  assert.deepEqual(result.content.map((c) => c.type), ['text']);
  return result.content[0].text;
}

/** Fails when something contains a path of this machine. */
export function hidden(something, setup, what) {
  const text = something instanceof Error ? `${something.message} ${JSON.stringify(something)}` : JSON.stringify(something);
  for (const place of setup.places) {
    assert.ok(!text.includes(place), `${what}: ${place} is in ${text}`);
  }
}

/** Returns the error of a rejected promise. */
export async function rejected(promise, what) {
  const ended = await promise.then((value) => ({ value }), (error) => ({ error }));
  assert.ok(ended.error, `${what}: no error, but ${JSON.stringify(ended.value)}`);
  return ended.error;
}

/** Returns the text of an answer without a word about the time of the last look at the checkout. */
export const ageless = (text) => text.replace(' was a moment ago', '');
