// Concurrent calls and cancelled calls.

import assert from 'node:assert/strict';

import { cases } from './operations.mjs';
import { open } from './server.mjs';
import { ageless, rejected, textOf } from './text.mjs';

const slow = { operation: 'sql', query: 'SELECT count(*) FROM range(1000000000) a, range(100000) b' };
const quick = { operation: 'sql', query: 'SELECT count(*) FROM functions' };

// More slow queries than the server runs at once. Unless the server stops cancelled queries,
// the next one waits for their timeout.
export async function cancellation({ session }) {
  for (let round = 0; round < 3; round++) {
    const off = new AbortController();
    const ended = Array.from({ length: 4 }, () => rejected(session.call('cortex_files', slow, { signal: off.signal, timeout: 50_000 }), 'cancelled'));
    const beside = await session.call('cortex_graph', { operation: 'callers', target: 'wire.Check' }, { timeout: 20_000 });
    assert.ok(!beside.isError, `beside slow queries: ${textOf(beside)}`);
    off.abort(new Error('enough'));
    for (const error of await Promise.all(ended)) assert.match(`${error}`, /enough/);
    const after = await session.call('cortex_files', quick, { timeout: 20_000 });
    assert.ok(!after.isError, `after slow queries: ${textOf(after)}`);
  }
}

// The second server gets all calls at once and has memoized no answer.
export async function concurrency({ era, setup, session }) {
  const calls = cases.slice(0, 50);
  assert.equal(calls.length, 50);
  const ask = async (session, { tool, args }) => timeless(await session.call(tool, args));
  const alone = [];
  for (const call of calls) alone.push(await ask(session, call));
  const fresh = await open(era, setup);
  const together = await Promise.all(calls.map((call) => ask(fresh, call)));
  calls.forEach((call, i) => assert.deepEqual(together[i], alone[i], JSON.stringify(call)));
  await fresh.close();
}

/** Returns a result without its duration, and without a word about the time of the last look at the checkout. */
function timeless(result) {
  for (const part of result.content) part.text = ageless(part.text);
  assert.equal(typeof result.structuredContent.metadata.took_ms, 'number');
  const { took_ms, ...metadata } = result.structuredContent.metadata;
  return { ...result, structuredContent: { ...result.structuredContent, metadata } };
}
