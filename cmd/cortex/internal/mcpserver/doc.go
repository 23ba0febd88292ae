// Package mcpserver serves the operations of the registry to agents by the Model Context
// Protocol, over standard input and output or over HTTP. It is the only package that imports
// mcp-go; its sub-packages find the indexes, read the calls and bound the answers.
package mcpserver
