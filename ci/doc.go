// Package ci holds the rules of this repository as tests: who may import whom,
// what stands at the top level, how long a file may be, and that what is
// generated is fresh. Each failure says what to do.
//
// BenchmarkExtract times the command against listing and type-checking the same
// code alone.
//
// TestOracle holds the answers about the graph of any tree against go/types and the
// call graphs of x/tools; `make oracle` runs it.
//
// TestClients holds cortex mcp to the official clients of the Model Context Protocol, and
// TestAction runs action.yml and the workflows of examples with act. What a job of others
// runs stands in action, and what stands in for GitHub's own actions in act.
//
// The linters are pinned in the module tools below this folder, so that the
// program itself does not depend on them.
package ci
