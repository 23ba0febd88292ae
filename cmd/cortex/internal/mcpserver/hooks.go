package mcpserver

import "github.com/mark3labs/mcp-go/server"

// hooks are what is done before mcp-go looks for who handles a request.
func (s *Server) hooks() *server.Hooks {
	var h server.Hooks
	h.AddBeforeAny(s.stopCalledOff)
	h.AddBeforeCallTool(s.redirect)
	h.AddBeforeReadResource(s.readAhead)
	h.AddBeforeGetPrompt(checkPrompt)
	return &h
}
