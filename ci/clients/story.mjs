// A session of an agent that finds the effects of a change in this repository with few calls and
// tokens. The argument is JSON from the Go test: {command, index, checkout, transcript, update}.
// With update it writes the transcript, otherwise it repeats the calls.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';

import * as era from './modern.mjs';
import { open } from './server.mjs';
import { bytes, textOf } from './text.mjs';

const mostCalls = 4;
const mostTokens = 6000;

// A token counts as four bytes.
const tokens = (...texts) => Math.ceil(texts.reduce((sum, text) => sum + bytes(text), 0) / 4);

const steps = [
  {
    title: 'Which function is it?',
    why: 'A name from memory: search finds the symbols that it can mean.',
    call: { name: 'cortex_analysis', arguments: { operation: 'search', pattern: 'ParseManifest', max_results: 5 } },
  },
  {
    title: 'What does another signature break?',
    why: 'The code that must change comes first, then the code further away, with its total. Lines are enough, thus the call asks for no source.',
    call: { name: 'cortex_graph', arguments: { operation: 'impact', target: 'schema.ParseManifest', change_type: 'signature', max_results: 12, include_context: false } },
  },
  {
    title: 'The caller at most risk',
    why: 'Outside tests few callers have to change, and `artifact.find` has the most callers of its own. The agent reads it.',
    call: { name: 'cortex_analysis', arguments: { operation: 'context', target: 'artifact.find', token_budget: 1300 } },
  },
  {
    title: 'Which tests would notice?',
    why: 'The tests that reach this caller in one or two calls.',
    call: { name: 'cortex_graph', arguments: { operation: 'callers', target: 'artifact.find', scope: '**/*_test.go', depth: 2, include_context: false } },
  },
];

/** Makes the calls and returns {text, structured, resolved, tokens: {text, json}} for each. */
async function tell(setup, calls) {
  const bare = await open(era, { ...setup, transport: 'stdio', bare: true });
  const full = await open(era, { ...setup, transport: 'stdio' });
  const told = [];
  for (const call of calls) {
    const what = JSON.stringify(call);
    const result = await bare.call(call.name, call.arguments);
    const text = textOf(result);
    assert.ok(!result.isError, `${what}: ${text}`);
    const { structuredContent: structured } = await full.call(call.name, call.arguments);
    const cost = { text: tokens(what, text), json: tokens(what, JSON.stringify(structured)) };
    told.push({ text, structured, resolved: resolvedOf(structured), tokens: cost });
  }
  await bare.close();
  await full.close();
  return told;
}

/** Returns the symbol that an answer is about. */
const resolvedOf = (a) => a.resolved?.[0].symbol ?? a.target?.symbol ?? a.symbols.items[0].symbol;

/**
 * Fails when the session is too long, or when no earlier answer contains a target. Returns the
 * tokens of both forms.
 */
function judge(told, calls) {
  const sum = (form) => told.reduce((all, { tokens }) => all + tokens[form], 0);
  const sums = { text: sum('text'), json: sum('json') };
  assert.ok(calls.length <= mostCalls, `${calls.length} calls, and ${mostCalls} are allowed`);
  assert.ok(sums.text <= mostTokens, `${sums.text} tokens (${told.map(({ tokens }) => tokens.text)}), and ${mostTokens} are allowed`);
  calls.forEach(({ arguments: { target } }, i) => {
    if (target) assert.ok(told.slice(0, i).some(({ text }) => text.includes(target)), `no answer before call ${i + 1} tells of ${target}`);
  });
  return sums;
}

/** Returns the last chapter, made from the answers. */
function conclusion(told) {
  const { results, total_found: total } = told[1].structured;
  const must = results.filter((r) => r.severity === 'must_update');
  assert.ok(must.length < results.length, 'more may have to change than is shown: raise max_results');
  const isTest = (r) => r.impact === 'test' || r.node.file.endsWith('_test.go');
  const callers = must.filter((r) => !isTest(r));
  const tests = told[3].structured.results.map((r) => r.node.symbol).filter((s) => /\.(Test|Fuzz|Benchmark)/.test(s));
  const list = (all) => all.map((r) => `\`${r.node.id}\` (${r.site ? `${r.site.file}:${r.site.line}` : r.node.file})`).join(', ');
  return `Has to change with it: ${list(callers)}, and ${must.length - callers.length} functions in tests. ` +
    `To be looked at: ${total - must.length} more, up to three calls away. ` +
    `${tests.length} tests and benchmarks come to \`artifact.find\` in two calls at most.`;
}

function transcript(told, sums) {
  const chapters = steps.map(({ title, why, call }, i) => [
    `## ${i + 1}. ${title}`, why,
    '```json\n' + JSON.stringify(call) + '\n```',
    `${told[i].tokens.text} tokens as text, ${told[i].tokens.json} as JSON, about \`${told[i].resolved}\`:`,
    '```text\n' + told[i].text.trimEnd() + '\n```',
  ].join('\n\n'));
  return ['# The blast radius of a change, as an agent finds it',
    'The task: `ParseManifest` is to take an `io.Reader` in place of bytes. What breaks?',
    `Asked of an index of this repository: ${steps.length} calls, with their answers ${sums.text} tokens of four bytes as text, which follows and is all that ` +
      `\`cortex mcp\` sends, and ${sums.json} as the JSON that --structured adds. ` +
      '`go test ./ci/clients -run TestClients/story -update` writes this page; without -update it repeats the calls.',
    ...chapters, '## What the agent reports', conclusion(told)].join('\n\n') + '\n';
}

/** Returns the calls of a transcript with the symbols that they resolved. */
const recorded = (text) => [...text.matchAll(/```json\n(.*)\n```\n\n\d+ tokens as text, \d+ as JSON, about `(.*)`:/g)].map(([, call, resolved]) => ({ call: JSON.parse(call), resolved }));

const setup = JSON.parse(process.argv[2]);
if (setup.update) {
  const told = await tell(setup, steps.map(({ call }) => call));
  await writeFile(setup.transcript, transcript(told, judge(told, steps.map(({ call }) => call))));
}
const before = recorded(await readFile(setup.transcript, 'utf8'));
assert.deepEqual(before.map(({ call }) => call), steps.map(({ call }) => call), 'the transcript has other calls: write it again with -update');
const told = await tell(setup, before.map(({ call }) => call));
assert.deepEqual(told.map(({ resolved }) => resolved), before.map(({ resolved }) => resolved), 'the calls are about something else: write the transcript again with -update');
const sums = judge(told, before.map(({ call }) => call));
console.log(`${before.length} calls, ${sums.text} tokens as text, ${sums.json} as JSON`);
