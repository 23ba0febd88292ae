package extract

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/schema"
	"golang.org/x/mod/modfile"
)

// describe returns what git says of HEAD; all but Name and Dirty is empty before
// the first commit.
func describe(ctx context.Context, g *git) (schema.Repository, error) {
	var r schema.Repository
	ref, err := g.run(ctx, "symbolic-ref", "-q", "HEAD")
	if err != nil && exitCode(err) != 1 { // 1: detached
		return r, err
	}
	r.Ref = strings.TrimSuffix(string(ref), "\n")
	if _, err := g.run(ctx, "rev-parse", "-q", "--verify", "HEAD^{commit}"); err != nil {
		return r, ctx.Err() // no commit yet
	}
	out, err := g.run(ctx, "rev-list", "-1", "--timestamp", "HEAD", "--")
	if err != nil {
		return r, err
	}
	seconds, commit, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return r, err
	}
	r.Commit = commit
	r.CommittedAt = time.Unix(at, 0).UTC().Format(time.RFC3339)
	return r, nil
}

// repositoryName returns the name of the remote origin, else of the module at the top of the
// work tree or, where there is none, at the root of the folder, else nothing.
func repositoryName(ctx context.Context, g *git, top string, f *folder) string {
	if g != nil {
		urls, err := g.lines(ctx, "config", "-z", "--get-all", "remote.origin.url")
		if err == nil && len(urls) > 0 {
			if name := remoteName(urls[0]); name != "" {
				return name
			}
		}
	}
	if top != "" {
		if above, err := openFolder(top); err == nil {
			defer above.Close()
			if name := moduleAt(above); name != "" {
				return name
			}
		}
	}
	name := moduleAt(f)
	if path := strings.TrimSuffix(prefixOf(top, f.root.Name()), "/"); top != "" && path != "" {
		name = strings.TrimSuffix(name, "/"+path) // which the path of the folder adds
	}
	return name
}

// moduleAt returns the path of the module at the root of a folder; empty for none.
func moduleAt(f *folder) string {
	content, _, err := f.read("go.mod", 1<<20)
	if err != nil {
		return ""
	}
	if name := modfile.ModulePath(content); printable(name) {
		return name
	}
	return ""
}

// remoteName returns the host and path of a remote's network address, without
// user, port and .git; empty for a path of the machine and for anything else.
func remoteName(remote string) string {
	host, p := "", ""
	if scheme, _, ok := strings.Cut(remote, "://"); ok {
		u, err := url.Parse(remote)
		if err != nil {
			return ""
		}
		switch strings.ToLower(scheme) {
		case "https", "http", "ssh", "git", "git+ssh", "ssh+git":
			host, p = u.Hostname(), u.Path
		}
	} else if before, after, ok := strings.Cut(remote, ":"); ok && !strings.ContainsAny(before, `/\`) && !strings.HasPrefix(after, ":") {
		host, p = before[strings.LastIndexByte(before, '@')+1:], after
		if len(host) == 1 { // a drive
			return ""
		}
	}
	p = strings.TrimSuffix(strings.Trim(p, "/"), ".git")
	if host == "" || p == "" || !printable(host+p) {
		return ""
	}
	return strings.ToLower(host) + "/" + p
}

// printable reports whether a name can stand in a manifest and in symbols.
func printable(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' })
}
