// Resources, prompts, and the completion of their arguments.

import assert from 'node:assert/strict';

import { operations } from './operations.mjs';
import { bytes, hidden, rejected } from './text.mjs';

const listed = ['cortex://index', 'cortex://schema'];
const templates = ['cortex://module/{+path}', 'cortex://operation/{operation}', 'cortex://schema/{table}', 'cortex://skeleton/{+path}'];

// Resources, each with a text that it must contain.
const addresses = {
  'cortex://index': 'example.com/graph@',
  'cortex://schema': 'cortex://schema/TABLE',
  'cortex://schema/calls': 'caller_id',
  'cortex://operation/callers': 'max_results',
  'cortex://module/wire': 'type Encoder interface',
  'cortex://module/ledger/book': 'type Store interface',
  'cortex://skeleton/wire/wire.go': 'func Seal(v Value) []byte',
  'cortex://skeleton/ledger%2Fbook%2Fbook.go': 'func Check(rules ...Rule) bool',
};

const absent = [
  'cortex://none', 'cortex://schema/none', 'cortex://operation/none', 'cortex://module/none', 'cortex://skeleton/none.go',
  'cortex://skeleton/..%2F..%2Fetc%2Fpasswd', 'cortex://skeleton/%zz', 'file:///etc/passwd',
];

export async function resources({ era, setup, session: { client } }) {
  assert.deepEqual((await client.listResources()).resources.map((r) => r.uri).sort(), listed);
  assert.deepEqual((await client.listResourceTemplates()).resourceTemplates.map((r) => r.uriTemplate).sort(), templates);
  for (const [uri, says] of Object.entries(addresses)) {
    const { contents } = await client.readResource({ uri });
    assert.deepEqual(contents.map((c) => [c.uri, c.mimeType]), [[uri, 'text/plain']]);
    assert.ok(contents[0].text.includes(says), `${uri}: ${says} is not in ${contents[0].text}`);
    assert.ok(bytes(contents[0].text) < 40_000, uri);
    hidden(contents, setup, uri);
  }
  for (const uri of absent) {
    const error = await rejected(client.readResource({ uri }), uri);
    assert.equal(error.code, era.absent, `${uri}: ${error.message}`);
    hidden(error, setup, uri);
  }
}

const asked = {
  'impact-review': [{ target: 'wire.Check', change_type: 'removal' }, ['wire.Check', 'removal', 'cortex_graph']],
  'explore-module': [{ module: 'wire' }, ['package_summary', '"wire"']],
  'find-dead-code': [{ path: 'store/' }, ['unused_symbols', 'store/']],
};

export async function prompts({ setup, session: { client } }) {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((p) => p.name).sort(), Object.keys(asked).sort());
  for (const { name, arguments: declared } of prompts) {
    const [args, says] = asked[name];
    assert.deepEqual(Object.keys(args), declared.map((a) => a.name), name);
    const { messages } = await client.getPrompt({ name, arguments: args });
    assert.deepEqual(messages.map((m) => [m.role, m.content.type]), [['user', 'text']]);
    for (const word of says) {
      assert.ok(messages[0].content.text.includes(word), `${name}: ${word} is not in ${messages[0].content.text}`);
    }
    const required = declared.filter((a) => a.required).map((a) => a.name);
    if (required.length === 0) {
      assert.ok((await client.getPrompt({ name })).messages.length > 0, name);
      continue;
    }
    const missing = await rejected(client.getPrompt({ name, arguments: {} }), `${name} without arguments`);
    assert.ok(missing.message.includes(required[0]), missing.message);
    assert.equal(missing.code, -32602, missing.message);
    hidden(missing, setup, name);
  }
  const name = 'impact-review';
  const unknown = await rejected(client.getPrompt({ name, arguments: { target: 'wire.Check', none: '1' } }), 'an unknown argument');
  assert.match(unknown.message, /argument "none" .*is unknown/);
  await rejected(client.getPrompt({ name: 'none' }), 'an unknown prompt');
}

const prompt = (name) => ({ type: 'ref/prompt', name });
const address = (uri) => ({ type: 'ref/resource', uri });
const completed = [
  [prompt('impact-review'), 'target', 'Encod', 'example.com/graph/wire.Plain.Encode'],
  [prompt('impact-review'), 'change_type', 'rem', 'removal'],
  [prompt('impact-review'), 'change_type', '', 'behavior'],
  [prompt('explore-module'), 'module', 'wi', 'wire'],
  [prompt('find-dead-code'), 'path', 'st', 'store'],
  [address(templates[0]), 'path', 'ledger/b', 'ledger/book'],
  [address(templates[0]), 'path', 'boo', 'ledger/book'],
  [address(templates[1]), 'operation', 'unused', 'unused_symbols'],
  [address(templates[2]), 'table', 'type_', 'type_relations'],
  [address(templates[3]), 'path', 'wire/', 'wire/wire.go'],
  [address(templates[3]), 'path', 'store_', 'store/store_test.go'],
];

export async function completion({ session: { client } }) {
  const complete = async (ref, name, value) => (await client.complete({ ref, argument: { name, value } })).completion.values;
  for (const [ref, name, value, want] of completed) {
    const values = await complete(ref, name, value);
    assert.ok(values.includes(want), `${name} "${value}": ${want} is not in ${values}`);
    assert.ok(values.length <= 100, `${name} "${value}": ${values.length} values`);
  }
  assert.deepEqual(await complete(address(templates[0]), 'path', 'nothing-begins-so'), []);
  const all = await complete(address(templates[1]), 'operation', '');
  assert.deepEqual([...all].sort(), Object.values(operations).flatMap(Object.keys).sort());
}
