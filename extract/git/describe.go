package git

import (
	"cmp"
	"context"
	"encoding/xml"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/schema"
	"golang.org/x/mod/modfile"
)

// Describe returns the reference and the commit that HEAD names, and the path of the
// directory. The commit is empty before the first commit.
func (w *WorkTree) Describe(ctx context.Context) (schema.Repository, error) {
	r, err := w.head(ctx)
	if err != nil {
		return schema.Repository{}, explain(ctx, err)
	}
	// A path with other characters cannot be in a manifest; --name tells such folders apart.
	if p := strings.TrimSuffix(w.Prefix(), "/"); utf8.ValidString(p) && !strings.ContainsFunc(p, unicode.IsControl) {
		r.Path = p
	}
	return r, nil
}

func (w *WorkTree) head(ctx context.Context) (schema.Repository, error) {
	var r schema.Repository
	ref, err := w.run(ctx, "symbolic-ref", "-q", "HEAD")
	if err != nil && exitCode(err) != 1 { // 1: detached
		return r, err
	}
	r.Ref = strings.TrimSuffix(string(ref), "\n")
	if _, err := w.run(ctx, "rev-parse", "-q", "--verify", "HEAD^{commit}"); err != nil {
		return r, ctx.Err() // no commit yet
	}
	out, err := w.run(ctx, "rev-list", "-1", "--timestamp", "HEAD", "--")
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

// Name returns the name of the repository: that of the remote origin, or of the Go module
// at the top or in the directory, or nothing.
func (w *WorkTree) Name(ctx context.Context) string {
	urls, err := w.lines(ctx, "config", "-z", "--get-all", "remote.origin.url")
	if err == nil && len(urls) > 0 {
		if name := remoteName(urls[0]); name != "" {
			return name
		}
	}
	if name := moduleAt(w.Top); name != "" {
		return name
	}
	// The module's path without the path of the directory below the top.
	return strings.TrimSuffix(moduleAt(w.dir), "/"+strings.TrimSuffix(w.Prefix(), "/"))
}

// moduleAt returns the path of the Go module in a directory; empty for none.
func moduleAt(dir string) string {
	f, err := folder.Open(dir)
	if err != nil {
		return ""
	}
	defer f.Close()
	return ModuleName(f)
}

// ModuleName returns the path of the Go module at the root of a folder, or the group and the artifact of its pom.xml; empty for none.
func ModuleName(f *folder.Folder) string {
	if content, _, err := f.Read("go.mod", 1<<20); err == nil {
		if name := modfile.ModulePath(content); name != "" && printable(name) {
			return name
		}
	}
	if content, _, err := f.Read("pom.xml", 1<<20); err == nil {
		if name := mavenName(content); printable(name) {
			return name
		}
	}
	return ""
}

// mavenName returns the group and the artifact of a pom.xml, as com.example:library. The group may come from the parent.
func mavenName(content []byte) string {
	var p struct {
		Group    string `xml:"groupId"`
		Artifact string `xml:"artifactId"`
		Parent   string `xml:"parent>groupId"`
	}
	if xml.Unmarshal(content, &p) != nil || p.Artifact == "" {
		return ""
	}
	return strings.Trim(cmp.Or(p.Group, p.Parent)+":"+p.Artifact, ":")
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

// printable reports whether a name is valid in a manifest and in symbols.
func printable(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' })
}
