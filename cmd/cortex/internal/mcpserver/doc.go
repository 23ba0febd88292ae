// Package mcpserver offers the operations of the registry to agents: a server of the Model
// Context Protocol over standard input and output or over HTTP.
//
// It is the only package that imports mcp-go. It opens indexes, watches their directories,
// brings answers into few tokens, and says how fresh they are; what is asked and answered is
// declared in queries.
package mcpserver
