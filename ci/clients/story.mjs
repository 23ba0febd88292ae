// An agent's view: what a change in this repository would break, found with few calls and
// tokens. The one argument is what the Go test says: {command, index, checkout, transcript,
// update}. With update the transcript is written, else its calls are asked again.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';

import * as era from './modern.mjs';
import { open } from './server.mjs';
import { bytes, textOf } from './text.mjs';

const mostCalls = 4;
const mostTokens = 6000;

// A token is counted as four bytes.
const tokens = (...texts) => Math.ceil(texts.reduce((sum, text) => sum + bytes(text), 0) / 4);

const steps = [
  {
    title: 'Which function is it?',
    why: 'A name from memory: search finds what it can mean.',
    call: { name: 'cortex_analysis', arguments: { operation: 'search', pattern: 'ParseManifest', max_results: 5 } },
  },
  {
    title: 'What does another signature break?',
    why: 'All that has to change with it, and what stands behind that. The lines are enough for now, so the source is left away.',
    call: { name: 'cortex_graph', arguments: { operation: 'impact', target: 'schema.ParseManifest', change_type: 'signature', include_context: false } },
  },
  {
    title: 'The caller at most risk',
    why: 'Outside tests few callers have to change, and of these `queries.findArtifact` leads furthest: what does one have to know of it?',
    call: { name: 'cortex_analysis', arguments: { operation: 'context', target: 'queries.findArtifact', token_budget: 2000 } },
  },
  {
    title: 'Which tests would notice?',
    why: 'The tests from which that caller is reached in few steps.',
    call: { name: 'cortex_graph', arguments: { operation: 'callers', target: 'queries.findArtifact', scope: '**/*_test.go', depth: 3, include_context: false } },
  },
];

/** Asks the calls of the steps: {text, resolved, structured} for each. */
async function tell(setup, calls) {
  const bare = await open(era, { ...setup, transport: 'stdio' }, '--text-only');
  const full = await open(era, { ...setup, transport: 'stdio' });
  const told = [];
  for (const call of calls) {
    const what = JSON.stringify(call);
    const result = await bare.call(call.name, call.arguments);
    const text = textOf(result);
    assert.ok(!result.isError, `${what}: ${text}`);
    const { structuredContent: structured } = await full.call(call.name, call.arguments);
    told.push({ text, structured, resolved: resolvedOf(structured), tokens: tokens(JSON.stringify(call), text) });
  }
  await bare.close();
  await full.close();
  return told;
}

/** The symbol that an answer is about. */
const resolvedOf = (a) => a.resolved?.[0].symbol ?? a.target?.symbol ?? a.symbols.items[0].symbol;

/** Fails when the story is no good one: too long, or an agent could not have known a target. */
function judge(told, calls) {
  const sum = told.reduce((all, { tokens }) => all + tokens, 0);
  assert.ok(calls.length <= mostCalls, `${calls.length} calls, and ${mostCalls} are allowed`);
  assert.ok(sum <= mostTokens, `${sum} tokens, and ${mostTokens} are allowed`);
  calls.forEach(({ arguments: { target } }, i) => {
    if (target) assert.ok(told.slice(0, i).some(({ text }) => text.includes(target)), `no answer before call ${i + 1} tells of ${target}`);
  });
  return sum;
}

/** The last chapter, from the answers themselves. */
function conclusion(told) {
  const { results } = told[1].structured;
  const must = results.filter((r) => r.severity === 'must_update');
  const isTest = (r) => r.impact === 'test' || r.node.file.endsWith('_test.go');
  const callers = must.filter((r) => !isTest(r));
  const tests = told[3].structured.results.map((r) => r.node.symbol).filter((s) => /\.(Test|Fuzz|Benchmark)/.test(s));
  const list = (all) => all.map((r) => `\`${r.node.id}\` (${r.site ? `${r.site.file}:${r.site.line}` : r.node.file})`).join(', ');
  return `Has to change with it: ${list(callers)}, and ${must.length - callers.length} functions in tests. ` +
    `To be looked at: ${results.length - must.length} more, up to three calls away. ` +
    `${tests.length} tests and benchmarks come to \`queries.findArtifact\` in three calls at most.`;
}

function transcript(told, sum) {
  const chapters = steps.map(({ title, why, call }, i) => [
    `## ${i + 1}. ${title}`, why,
    '```json\n' + JSON.stringify(call) + '\n```',
    `${told[i].tokens} tokens, about \`${told[i].resolved}\`:`,
    '```text\n' + told[i].text.trimEnd() + '\n```',
  ].join('\n\n'));
  return ['# The blast radius of a change, as an agent finds it',
    'The task: `ParseManifest` is to take an `io.Reader` in place of bytes. What breaks?',
    `Asked of an index of this repository over \`cortex mcp --text-only\`: ${steps.length} calls, ${sum} tokens of four bytes, calls and answers together. ` +
      'Written by `go test ./ci -run TestClients/story -update`, which otherwise asks the calls again.',
    ...chapters, '## What the agent reports', conclusion(told)].join('\n\n') + '\n';
}

/** The calls of a transcript with what they were about. */
const recorded = (text) => [...text.matchAll(/```json\n(.*)\n```\n\n\d+ tokens, about `(.*)`:/g)].map(([, call, resolved]) => ({ call: JSON.parse(call), resolved }));

const setup = JSON.parse(process.argv[2]);
if (setup.update) {
  const told = await tell(setup, steps.map(({ call }) => call));
  await writeFile(setup.transcript, transcript(told, judge(told, steps.map(({ call }) => call))));
}
const before = recorded(await readFile(setup.transcript, 'utf8'));
assert.deepEqual(before.map(({ call }) => call), steps.map(({ call }) => call), 'the transcript has other calls: write it again with -update');
const told = await tell(setup, before.map(({ call }) => call));
assert.deepEqual(told.map(({ resolved }) => resolved), before.map(({ resolved }) => resolved), 'the calls are about something else: write the transcript again with -update');
console.log(`${before.length} calls, ${judge(told, before.map(({ call }) => call))} tokens`);
