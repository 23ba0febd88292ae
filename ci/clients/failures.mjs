// The errors that an agent gets for wrong calls.

import assert from 'node:assert/strict';

import { hidden, rejected, textOf } from './text.mjs';

const wrong = [
  ['cortex_graph', { operation: 'caller', target: 'wire.Check' }, ['operation "caller" is unknown', 'did you mean "callers"', 'implementations']],
  ['cortex_graph', { operation: 'summary' }, ['cortex_analysis']],
  ['cortex_graph', { target: 'wire.Check' }, ['operation', 'callers']],
  ['cortex_graph', { operation: 7 }, ['operation', 'callers']],
  ['cortex_analysis', { operation: 'usages' }, ['"references"', 'cortex_graph']],
  ['callers', { target: 'wire.Check' }, ['callers is an operation of cortex_graph']],
  ['mcp__cortex__cortex_graph', { operation: 'callers', target: 'wire.Check' }, ['here it is called cortex_graph']],
  ['cortex_graph', { operation: 'callers', target: 'wire.Check', dept: 2 }, ['argument "dept" of callers is unknown', '"depth"', 'max_results']],
  ['cortex_graph', { operation: 'callers', target: 7 }, ['target', 'string']],
  ['cortex_graph', { operation: 'callers', target: 'wire.Check', depth: 'two' }, ['depth']],
  ['cortex_graph', { operation: 'callers', target: ['wire.Check', 'wire.Seal'] }, ['one target a call']],
  ['cortex_graph', { operation: 'callers', symbol: 'wire.Check', limit: 2 }, ['arguments "limit", "symbol" of callers are unknown', '"target"', '"max_results"']],
  ['cortex_graph', { operation: 'callers', target: 'wire.Check', depth: 1000 }, ['depth', '100']],
  ['cortex_graph', { operation: 'callers' }, ['target']],
  ['cortex_graph', { operation: 'impact', target: 'wire.Check', change_type: 'none' }, ['change_type', 'signature', 'removal']],
  ['cortex_graph', { operation: 'callers', target: 'Encode' }, ['ambiguous', 'wire.Buffer.Encode', 'wire.Plain.Encode']],
  ['cortex_graph', { operation: 'callers', target: 'Seall' }, ['target "Seall" is unknown', 'wire.Seal']],
  ['cortex_graph', { operation: 'dependents', target: 'wir' }, ['wir', 'wire']],
  ['cortex_graph', { operation: 'callers', target: 'wire.Check', index: 'none' }, ['index "none" is unknown', 'example.com/graph']],
  ['cortex_analysis', { operation: 'skeleton', target: '../../etc/passwd' }, ['etc/passwd']],
  ['cortex_files', { operation: 'sql', query: "SELECT * FROM read_text('/etc/hostname')" }, ['read_text']],
  ['cortex_files', { operation: 'sql', query: 'DROP TABLE calls' }, ['SELECT']],
  ['cortex_files', { operation: 'sql', query: 'SELECT nam FROM functions' }, ['name']],
  ['cortex_files', { operation: 'query', query: { from: 'function' } }, ['functions']],
];

export async function failures({ setup, session }) {
  for (const [tool, args, says] of wrong) {
    const what = `${tool} ${JSON.stringify(args)}`;
    const result = await session.call(tool, args);
    const text = textOf(result);
    assert.ok(result.isError, `${what}: no error, but ${text}`);
    assert.equal(result.structuredContent, undefined, what);
    for (const word of says) {
      assert.ok(text.includes(word), `${what}: ${word} is not in ${text}`);
    }
    hidden(result, setup, what);
  }
  hidden(await rejected(session.call('cortex_none', {}), 'an unknown tool'), setup, 'an unknown tool');
}
