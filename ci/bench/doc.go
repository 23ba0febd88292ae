// Package bench times extraction, every operation and the MCP server, on a synthetic index of
// any size or on real ones. README.md has the results.
//
// Its tests compare answers of an index in memory with those of the same index in files.
package bench
