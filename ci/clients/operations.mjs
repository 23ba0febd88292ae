// The calls of each operation on testdata/graph, with testdata/ledger below it, and a text that
// each answer must contain.

export const operations = {
  cortex_graph: {
    callers: [[{ target: 'wire.Check', depth: 2 }, 'store.Store.Save'], [{ target: 'wire.Seal', depth: 1, include_context: false }, 'wire.Plain.Encode']],
    callees: [[{ target: 'serve.Run', depth: 3 }, 'wire.Seal']],
    dependencies: [[{ target: 'serve' }, 'wire']],
    why: [[{ target: 'serve', to: 'wire' }, 'wire']],
    dependents: [[{ target: 'wire', depth: 2 }, 'serve']],
    type_usages: [[{ target: 'wire.Value' }, 'store.Entry']],
    implementations: [[{ target: 'wire.Encoder' }, 'wire.Plain'], [{ target: 'wire.Encoder.Encode' }, 'store.checking.Encode']],
    implements: [[{ target: 'wire.Buffer' }, 'wire.Flusher']],
    path: [[{ target: 'example.com/graph.main', to: 'wire.Seal', depth: 6 }, 'store.Store.Save'], [{ target: 'lone.Alone', to: 'wire.Seal' }, '']],
    impact: [
      [{ target: 'wire.Value' }, 'must change: '],
      [{ target: 'wire.Encoder.Encode', change_type: 'behavior' }, 'store.Store.Save'],
      [{ target: 'wire.Check', change_type: 'removal' }, 'store.checking.Encode'],
    ],
    references: [[{ target: 'wire.Low' }, ''], [{ target: 'wire.ErrClosed' }, 'wire.Check']],
    definition: [[{ target: 'serve/serve.go:17:46' }, 'store.Store.Save'], [{ target: 'Größe' }, 'text/text.go']],
  },
  cortex_analysis: {
    symbols: [[{ kinds: ['type'], path_prefix: 'wire/' }, 'wire.Flusher']],
    search: [[{ pattern: 'enc' }, 'wire.Encoder']],
    text: [[{ pattern: 'func \\w+\\(v Value path:wire/' }, 'func Seal'], [{ pattern: 'Encode', files: true }, 'serve/serve.go'], [{ pattern: 'v\\.Level\\)', count: true }, '1 line']],
    detail: [[{ target: 'store.Store.Save' }, 'Save keeps the entry'], [{ target: 'wire.Encoder', include_context: false }, 'Encode']],
    scope: [[{ target: 'wire/wire.go:61:3' }, 'wire.Buffer.Flush']],
    summary: [[{}, 'entry point'], [{ top_n: 1 }, 'go']],
    package_summary: [[{ target: 'store' }, 'type Store struct']],
    type_hierarchy: [[{ target: 'wire.Buffer' }, 'wire.Plain'], [{ target: 'wire.Encoder' }, 'wire.Buffer']],
    hotspots: [[{}, 'wire'], [{ sort: 'complexity', top_n: 3 }, 'serve.Kind']],
    unused_symbols: [[{}, 'store.pairs'], [{ mode: 'kept' }, ''], [{ mode: 'unreferenced', include_exported: true }, '']],
    tests: [[{ target: 'store.New' }, 'tests can reach'], [{ target: 'store', tests: 'args' }, 'go test ']],
    untested: [[{ max_results: 3 }, '']],
    data_flow: [[{ target: 'wire.Buffer.held' }, 'wire/wire.go'], [{ ignored: true }, '2 calls drop an error']],
    diff: [[{ base: 'graph' }, 'no file differs']],
    circular_dependencies: [[{ level: 'function' }, 'store.odd'], [{}, '']],
    dependency_graph: [[{}, 'serve'], [{ level: 'file' }, 'wire/wire.go'], [{ level: 'type' }, 'wire.Value'], [{ level: 'function', max_results: 5 }, '']],
    skeleton: [[{ target: 'wire/wire.go' }, 'func Seal(v Value) []byte'], [{ target: 'store', detail_level: 'signatures' }, 'func New'], [{ target: 'wire.Buffer', detail_level: 'full' }, 'held []Value']],
    context: [[{ target: 'store.Store.Save' }, 'serve.Run']],
    explore: [[{ pattern: 'where is an entry kept' }, 'store.Store.Save']],
  },
  cortex_files: {
    query: [
      [{ query: { from: 'functions', fields: ['name', 'complexity'], where: { field: 'name', operator: '=', value: 'Seal' } } }, 'Seal'],
      [{ query: { from: 'calls', fields: ['evidence'], groupBy: ['evidence'], aggregations: [{ function: 'COUNT', alias: 'n' }], limit: 10 } }, 'interface'],
    ],
    sql: [
      [{ query: 'SELECT name, 1.5 AS x, NULL AS y, [1, 2] AS z FROM functions WHERE name = ?', args: ['Seal'] }, 'Seal'],
      [{ query: 'SELECT name FROM functions WHERE false' }, '0 rows'],
    ],
    top_files: [[{ limit: 3 }, 'wire/wire.go']],
    top_functions: [[{ by: 'complexity' }, 'serve.Kind']],
    module_stats: [[{}, 'store'], [{ module_path: 'wire' }, 'wire']],
    language_stats: [[{}, 'go']],
    test_coverage: [[{}, 'store']],
    external_dependencies: [[{}, 'example.org/assert']],
    duplicate_names: [[{}, 'Check'], [{ include_tests: true, limit: 1 }, '']],
  },
};

/** All calls in one list of {tool, args, says}. */
export const cases = Object.entries(operations).flatMap(([tool, all]) =>
  Object.entries(all).flatMap(([operation, asked]) => asked.map(([args, says]) => ({ tool, args: { operation, ...args }, says }))),
);
