package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

func TestServeHTTPRefuses(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{Token: "s3cret", Origins: []string{"https://Code.example.com:443/"}})
	const token = "Bearer s3cret"
	for _, c := range []struct {
		method, path string
		header       []string
		want         string // status and body
		challenge    string
	}{
		{"POST", "/mcp", nil, "401 the bearer token is missing or wrong", `Bearer realm="cortex"`},
		{"GET", "/mcp", nil, "401 the bearer token is missing or wrong", `Bearer realm="cortex"`},
		{"GET", "/nothing", nil, "401 the bearer token is missing or wrong", `Bearer realm="cortex"`},
		{"POST", "/mcp", []string{"Authorization", "Bearer s3cre"}, "401 the bearer token is missing or wrong", `Bearer realm="cortex", error="invalid_token"`},
		{"POST", "/mcp", []string{"Authorization", "Bearer s3cret2"}, "401 the bearer token is missing or wrong", `Bearer realm="cortex", error="invalid_token"`},
		{"POST", "/mcp", []string{"Authorization", "Basic s3cret"}, "401 the bearer token is missing or wrong", `Bearer realm="cortex", error="invalid_token"`},
		{"POST", "/mcp", []string{"Authorization", "s3cret"}, "401 the bearer token is missing or wrong", `Bearer realm="cortex", error="invalid_token"`},
		{"GET", "/nothing", []string{"Authorization", token}, "404 not found", ""},
		{"GET", "/", []string{"Authorization", token}, "404 not found", ""},
		{"POST", "/mcp/", []string{"Authorization", token}, "404 not found", ""},
		{"PUT", "/mcp", []string{"Authorization", token}, "405 the method is not allowed", ""},
		{"POST", "/healthz", nil, "405 the method is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", "bearer  s3cret"}, "400 ", ""}, // admitted, but the body is no message
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "https://evil.example"}, "403 the origin is not allowed", ""},
		{"GET", "/mcp", []string{"Authorization", token, "Origin", "https://evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "null"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", ""}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "https://code.example.com.evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "https://code.example.com@evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://code.example.com"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "https://code.example.com:444"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://localhost.evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://127.0.0.1.evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://localhost", "Origin", "https://evil.example"}, "403 the origin is not allowed", ""},
		{"POST", "/mcp", []string{"Origin", "http://localhost:3000"}, "401 the bearer token is missing or wrong", `Bearer realm="cortex"`},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://localhost:3000"}, "400 ", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://127.0.0.9"}, "400 ", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "http://[::1]:8080"}, "400 ", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Origin", "https://code.example.com"}, "400 ", ""},
		{"POST", "/mcp", []string{"Authorization", token, "Host", "evil.example"}, `403 Forbidden: invalid Host header "evil.example"`, ""},
		{"GET", "/mcp", []string{"Authorization", token, "Host", "evil.example:80"}, `403 Forbidden: invalid Host header "evil.example:80"`, ""},
		{"DELETE", "/mcp", []string{"Authorization", token, "Host", "127.0.0.1.evil.example"}, `403 Forbidden: invalid Host header "127.0.0.1.evil.example"`, ""},
	} {
		status, text, h := answerHTTP(t, c.method, strings.TrimSuffix(at.url, "/mcp")+c.path, "not JSON", c.header...)
		got := fmt.Sprintf("%d %s", status, strings.TrimSpace(text))
		if strings.HasSuffix(c.want, " ") {
			got = got[:len(c.want)]
		}
		if diff := cmp.Diff(c.want+" | "+c.challenge, got+" | "+h.Get("WWW-Authenticate")); diff != "" {
			t.Errorf("%s %s %q (-want +got):\n%s", c.method, c.path, c.header, diff)
		}
		if allow := h.Get("Access-Control-Allow-Origin"); status == 403 && strings.Contains(text, "origin") && allow != "" {
			t.Errorf("%s %s %q lets pages of %s read the refusal", c.method, c.path, c.header, allow)
		}
	}
}

func TestServeHTTPAnswersBrowsers(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{Token: "s3cret"})
	const page = "http://localhost:3000"
	status, text, h := answerHTTP(t, "OPTIONS", at.url, "", "Origin", page, "Access-Control-Request-Method", "POST")
	if status != 204 || text != "" || h.Get("Access-Control-Allow-Origin") != page || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("a preflight request is answered %d %q %v", status, text, h)
	}
	if status, _, h := answerHTTP(t, "OPTIONS", at.url, "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST"); status != 403 || h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a preflight request of another page is answered %d %v", status, h)
	}
	if status, _, _ := answerHTTP(t, "OPTIONS", at.url, "", "Origin", page); status != 401 {
		t.Errorf("OPTIONS of itself is answered %d", status)
	}
	_, _, h = answerHTTP(t, "POST", at.url, "x", "Origin", page, "Authorization", "Bearer s3cret")
	if h.Get("Access-Control-Allow-Origin") != page || h.Get("Vary") != "Origin" {
		t.Errorf("a page cannot read the answer: %v", h)
	}
}

func TestListenAddress(t *testing.T) {
	t.Parallel()
	const elsewhere = " is open to other machines without a token | give a bearer token, or listen on 127.0.0.1"
	const wrong = " is invalid | write host:port, such as 127.0.0.1:8080, or a port"
	for _, c := range []struct{ address, token, want string }{
		{"", "", "127.0.0.1:0"},
		{"8080", "", "127.0.0.1:8080"},
		{":8080", "", "127.0.0.1:8080"},
		{":", "", "127.0.0.1:0"},
		{":8080", "t", "127.0.0.1:8080"},
		{"localhost:8080", "", "127.0.0.1:8080"},
		{"127.0.0.2:8080", "", "127.0.0.2:8080"},
		{"[::1]:8080", "", "[::1]:8080"},
		{"0.0.0.0:8080", "t", "0.0.0.0:8080"},
		{"[::]:8080", "t", "[::]:8080"},
		{"example.com:8080", "t", "example.com:8080"},
		{"0.0.0.0:8080", "", `address "0.0.0.0:8080"` + elsewhere},
		{"[::]:8080", "", `address "[::]:8080"` + elsewhere},
		{"192.168.0.1:0", "", `address "192.168.0.1:0"` + elsewhere},
		{"example.com:8080", "", `address "example.com:8080"` + elsewhere},
		{"localhost.example.com:8080", "", `address "localhost.example.com:8080"` + elsewhere},
		{"localhost", "t", `address "localhost"` + wrong},
		{"::1", "t", `address "::1"` + wrong},
		{"127.0.0.1:http", "t", `address "127.0.0.1:http"` + wrong},
		{"127.0.0.1:65536", "t", `address "127.0.0.1:65536"` + wrong},
		{"-1", "t", `address "-1"` + wrong},
		{"http://127.0.0.1:80", "t", `address "http://127.0.0.1:80"` + wrong},
	} {
		got, err := listenAddress(c.address, c.token)
		var usage *queries.UsageError
		if errors.As(err, &usage) {
			got += usage.Message + " | " + usage.Advice
		} else if err != nil {
			t.Errorf("%q: %v", c.address, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q with token %q (-want +got):\n%s", c.address, c.token, diff)
		}
	}
}

func TestServeHTTPRefusesOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    HTTPOptions
		want string
	}{
		{HTTPOptions{Address: "0.0.0.0:0"}, `address "0.0.0.0:0" is open to other machines without a token`},
		{HTTPOptions{Token: "s3cret\n"}, "the token has characters that are invalid in a header"},
		{HTTPOptions{Token: "s3 cret"}, "the token has characters that are invalid in a header"},
		{HTTPOptions{Origins: []string{"example.com"}}, `origin "example.com" is invalid`},
		{HTTPOptions{Origins: []string{"*"}}, `origin "*" is invalid`},
		{HTTPOptions{Origins: []string{"null"}}, `origin "null" is invalid`},
		{HTTPOptions{Origins: []string{"https://example.com/page"}}, `origin "https://example.com/page" is invalid`},
	} {
		c.o.Started = func(url string) { t.Errorf("%+v listens on %s", c.o, url) }
		err := ServeHTTP(t.Context(), newSlowServer().MCPServer, c.o)
		var usage *queries.UsageError
		if !errors.As(err, &usage) || usage.Advice == "" {
			t.Errorf("%+v: the error is %v", c.o, err)
			continue
		}
		if diff := cmp.Diff(c.want, usage.Message); diff != "" || strings.Contains(usage.Message+usage.Advice, "cret") {
			t.Errorf("%+v (-want +got):\n%s", c.o, diff)
		}
	}
}

func TestServeHTTPTakenAddress(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	err = ServeHTTP(context.Background(), newSlowServer().MCPServer, HTTPOptions{Address: ln.Addr().String()})
	if err == nil || !strings.HasPrefix(err.Error(), "serve over HTTP: listen tcp ") {
		t.Errorf("the error is %v", err)
	}
}
