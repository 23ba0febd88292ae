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
    why: 'All that has to change with it comes first, then what stands behind that, counted in whole. The lines are enough for now, so the source is left away.',
    call: { name: 'cortex_graph', arguments: { operation: 'impact', target: 'schema.ParseManifest', change_type: 'signature', max_results: 12, include_context: false } },
  },
  {
    title: 'The caller at most risk',
    why: 'Outside tests few callers have to change, and of these `queries.findArtifact` leads furthest: what does one have to know of it?',
    call: { name: 'cortex_analysis', arguments: { operation: 'context', target: 'queries.findArtifact', token_budget: 1400 } },
  },
  {
    title: 'Which tests would notice?',
    why: 'The tests from which that caller is reached in one step or two.',
    call: { name: 'cortex_graph', arguments: { operation: 'callers', target: 'queries.findArtifact', scope: '**/*_test.go', depth: 2, include_context: false } },
  },
];

/** Asks the calls of the steps: {text, structured, resolved, tokens: {text, json}} for each. */
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
    const cost = { text: tokens(what, text), json: tokens(what, JSON.stringify(structured)) };
    told.push({ text, structured, resolved: resolvedOf(structured), tokens: cost });
  }
  await bare.close();
  await full.close();
  return told;
}

/** The symbol that an answer is about. */
const resolvedOf = (a) => a.resolved?.[0].symbol ?? a.target?.symbol ?? a.symbols.items[0].symbol;

/**
 * Fails when the story is no good one: too long in either form, or an agent could not have
 * known a target. Returns the sums of both forms.
 */
function judge(told, calls) {
  const sum = (form) => told.reduce((all, { tokens }) => all + tokens[form], 0);
  const sums = { text: sum('text'), json: sum('json') };
  assert.ok(calls.length <= mostCalls, `${calls.length} calls, and ${mostCalls} are allowed`);
  for (const [form, all] of Object.entries(sums)) {
    assert.ok(all <= mostTokens, `${all} tokens as ${form} (${told.map(({ tokens }) => tokens[form])}), and ${mostTokens} are allowed`);
  }
  calls.forEach(({ arguments: { target } }, i) => {
    if (target) assert.ok(told.slice(0, i).some(({ text }) => text.includes(target)), `no answer before call ${i + 1} tells of ${target}`);
  });
  return sums;
}

/** The last chapter, from the answers themselves. */
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
    `${tests.length} tests and benchmarks come to \`queries.findArtifact\` in two calls at most.`;
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
    `Asked of an index of this repository: ${steps.length} calls, with their answers ${sums.text} tokens of four bytes as text, which stands here and is all that ` +
      `\`cortex mcp --text-only\` sends, and ${sums.json} as the JSON that some hosts show instead. ` +
      'Written by `go test ./ci -run TestClients/story -update`, which otherwise asks the calls again.',
    ...chapters, '## What the agent reports', conclusion(told)].join('\n\n') + '\n';
}

/** The calls of a transcript with what they were about. */
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
