package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/cortex-index/cortex/queries"
)

// access checks the token and the origin of a request.
type access struct {
	token   *[sha256.Size]byte // digest of the token; nil for none
	origins map[string]bool
}

func newAccess(token string, origins []string) (*access, error) {
	a := &access{origins: map[string]bool{}}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &queries.UsageError{
			Message: "the token has characters that are invalid in a header",
			Advice:  "use printable ASCII without spaces",
		}
	}
	if token != "" {
		sum := sha256.Sum256([]byte(token))
		a.token = &sum
	}
	for _, o := range origins {
		u, ok := originOf(o)
		if !ok {
			return nil, &queries.UsageError{
				Message: fmt.Sprintf("origin %q is invalid", o),
				Advice:  "write it as a browser does: https://example.com, with a port that is not the default",
			}
		}
		a.origins[u.Scheme+"://"+u.Host] = true
	}
	return a, nil
}

// admits reports whether a request has the token. It compares digests, because the time of the
// comparison must not depend on the token or its length.
func (a *access) admits(r *http.Request) bool {
	if a.token == nil {
		return true
	}
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(given)))
	return subtle.ConstantTimeCompare(sum[:], a.token[:]) == 1 && strings.EqualFold(scheme, "Bearer")
}

// challenge refuses a request without the token.
func challenge(w http.ResponseWriter, r *http.Request) {
	how := `Bearer realm="cortex"`
	if r.Header.Get("Authorization") != "" {
		how += `, error="invalid_token"`
	}
	w.Header().Set("WWW-Authenticate", how)
	http.Error(w, "the bearer token is missing or wrong", http.StatusUnauthorized)
}

// origin returns the origin of a browser's request, and whether it is allowed. Other clients
// send no origin, which is allowed.
func (a *access) origin(r *http.Request) (origin string, ok bool) {
	all := r.Header.Values("Origin")
	if len(all) == 0 {
		return "", true
	}
	u, ok := originOf(all[0])
	if !ok || len(all) > 1 {
		return "", false
	}
	return all[0], isLoopback(u.Hostname()) || a.origins[u.Scheme+"://"+u.Host]
}

// originOf parses an origin as browsers write it: in lower case, without a default port.
func originOf(text string) (*url.URL, bool) {
	u, err := url.Parse(strings.ToLower(text))
	if err != nil || u.Scheme == "" || u.Hostname() == "" || u.User != nil || u.Opaque != "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, false
	}
	if p := u.Port(); u.Scheme == "http" && p == "80" || u.Scheme == "https" && p == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+p)
	}
	return u, true
}

// answerBrowser writes the CORS headers for an allowed origin. It answers a preflight request,
// which has no token, and reports whether it did.
func answerBrowser(w http.ResponseWriter, r *http.Request, origin string) (answered bool) {
	h := w.Header()
	h.Add("Vary", "Origin")
	if origin == "" {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", server.HeaderKeySessionID)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", strings.Join([]string{"Accept", "Authorization", "Content-Type", server.HeaderKeySessionID,
		mcp.HeaderProtocolVersion, mcp.HeaderMethod, mcp.HeaderName, mcp.HeaderLastEventID}, ", "))
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// listenAddress returns the host:port of an address, with 127.0.0.1 for a missing host. A host
// that other machines reach requires a token.
func listenAddress(address, token string) (string, error) {
	host, port, err := "", address, error(nil)
	if strings.Contains(address, ":") {
		host, port, err = net.SplitHostPort(address)
	}
	if port == "" {
		port = "0"
	}
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return "", &queries.UsageError{
			Message: fmt.Sprintf("address %q is invalid", address),
			Advice:  "write host:port, such as 127.0.0.1:8080, or a port",
		}
	}
	if slices.Contains([]string{"", "localhost"}, strings.ToLower(host)) {
		host = "127.0.0.1"
	}
	if token == "" && !isLoopback(host) {
		return "", &queries.UsageError{
			Message: fmt.Sprintf("address %q is open to other machines without a token", address),
			Advice:  "give a bearer token, or listen on 127.0.0.1",
		}
	}
	return net.JoinHostPort(host, port), nil
}

// isLoopback reports whether no other machine reaches a host.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}
