// Package clients tests `cortex mcp` with the official clients of the Model Context Protocol:
// the version with a handshake (legacy) and the version without (modern).
//
// The scripts ask every operation once. They show what tests of mcpserver cannot: that the
// clients of others accept the protocol, the schemas and the errors.
package clients
