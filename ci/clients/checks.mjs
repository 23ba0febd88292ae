// The checks for every client and every transport.

import assert from 'node:assert/strict';

import { cancellation, concurrency } from './load.mjs';
import { failures } from './failures.mjs';
import { cases, operations } from './operations.mjs';
import { completion, prompts, resources } from './reading.mjs';
import { connectHTTP, open } from './server.mjs';
import { ageless, bytes, hidden, textOf } from './text.mjs';

// The maximum bytes of an answer: ten thousand tokens of four bytes.
const most = 40_000;

export const checks = { version, access, tools, answers, resources, completion, prompts, failures, cancellation, concurrency, textOnly };

// The checks that depend on the pair of client and transport.
export const brief = { version, access, tools, cancellation };

function version({ era, session }) {
  assert.equal(session.version, era.newest);
  const { name } = session.client.getServerVersion();
  assert.equal(name, 'cortex');
  assert.ok(session.client.getInstructions().length > 100);
  assert.ok(bytes(session.client.getInstructions()) <= 2048, 'hosts cut longer instructions');
}

async function access({ era, setup, session }, t) {
  if (setup.transport !== 'http') return t.skip('only HTTP has a token');
  for (const token of ['', 'wrong']) {
    await assert.rejects(connectHTTP(era, session.url, token), (error) => /\b401\b|unauthorized/i.test(`${error} ${error.code} ${error.status}`));
    const { status } = await fetch(session.url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
    assert.equal(status, 401);
  }
  assert.equal((await fetch(new URL('/healthz', session.url))).status, 200);
}

async function tools({ era, setup, session }) {
  const { tools } = await session.client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), Object.keys(setup.operations).sort());
  for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
    const declared = inputSchema.properties.operation.enum;
    assert.deepEqual(declared, setup.operations[name], `${name}: operations`);
    assert.deepEqual(Object.keys(operations[name]).sort(), [...declared].sort(), `operations.mjs has to ask each operation of ${name}`);
    const { title, ...hints } = annotations;
    assert.deepEqual(hints, { readOnlyHint: true, openWorldHint: false }, name);
    assert.ok(title && bytes(description) <= 2048, name);
    era.validatorOf(outputSchema);
    const accepts = era.validatorOf(inputSchema);
    for (const { args } of cases.filter((c) => c.tool === name)) {
      const { valid, errorMessage } = accepts(args);
      assert.ok(valid, `${name}: ${JSON.stringify(args)}: ${errorMessage}`);
      for (const wrong of [{ ...args, operation: 'none' }, { ...args, operation: undefined }, { ...args, none: 1 }]) {
        assert.ok(!accepts(JSON.parse(JSON.stringify(wrong))).valid, `${name} takes ${JSON.stringify(wrong)}`);
      }
    }
  }
}

async function answers({ era, setup, session }) {
  const { tools } = await session.client.listTools(); // the client then validates answers
  const fits = new Map(tools.map((tool) => [tool.name, era.validatorOf(tool.outputSchema)]));
  for (const { tool, args, says } of cases) {
    const what = `${tool} ${JSON.stringify(args)}`;
    const result = await session.call(tool, args);
    const text = textOf(result);
    assert.ok(!result.isError, `${what}: ${text}`);
    assert.ok(text !== '' && text.includes(says), `${what}: ${says} is not in ${text}`);
    assert.ok(result.structuredContent, `${what}: no structured content`);
    const { valid, errorMessage } = fits.get(tool)(result.structuredContent);
    assert.ok(valid, `${what}: ${errorMessage}`);
    assert.ok(bytes(text) < most, `${what}: too long`);
    hidden(result, setup, what);
  }
}

async function textOnly({ era, setup, session }) {
  const bare = await open(era, { ...setup, bare: true });
  for (const tool of (await bare.client.listTools()).tools) {
    assert.equal(tool.outputSchema, undefined, tool.name);
  }
  for (const { tool, args } of cases) {
    const result = await bare.call(tool, args);
    assert.ok(!('structuredContent' in result), `${tool} ${JSON.stringify(args)}`);
    assert.equal(ageless(textOf(result)), ageless(textOf(await session.call(tool, args))));
  }
  await bare.close();
}
