// Many calls at once, and calls that are called off.

import assert from 'node:assert/strict';

import { cases } from './operations.mjs';
import { open } from './server.mjs';
import { rejected, textOf } from './text.mjs';

const slow = { operation: 'sql', query: 'SELECT count(*) FROM range(1000000000) a, range(100000) b' };
const quick = { operation: 'sql', query: 'SELECT count(*) FROM functions' };

// More slow queries than the server lets work at once: unless those that are called off are
// stopped, the next one waits until their time is over.
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

// The server that is asked all at once has answered nothing before, which it may remember.
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

/** A result without how long it took. */
function timeless(result) {
  assert.equal(typeof result.structuredContent.metadata.took_ms, 'number');
  const { took_ms, ...metadata } = result.structuredContent.metadata;
  return { ...result, structuredContent: { ...result.structuredContent, metadata } };
}
