package golang

import (
	"bytes"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// placeSource gives a source its package name, and the prefix and suffix of its
// symbols. All follow from its syntax and the list of go.mod files.
func (x *extraction) placeSource(s *source) {
	if f, _ := parser.ParseFile(token.NewFileSet(), "", s.file.Content, parser.PackageClauseOnly); f != nil && f.Name != nil {
		s.packageName = f.Name.Name
	}
	s.prefix = x.layout.prefix[s.dir]
	if s.prefix == "" || s.prefix == "." {
		s.prefix = s.packageName
	}
	if s.xtest = s.isTest && strings.HasSuffix(s.packageName, "_test"); s.xtest {
		s.suffix = append(s.suffix, schema.TestSuffix)
	}
	if d := x.layout.suffix[s.dir]; d != "" {
		s.suffix = append(s.suffix, d)
	}
	s.inBuild = x.matches(s)
}

// matches reports whether the build constraints of a source, in its name and in
// its text, hold in the chosen build.
func (x *extraction) matches(s *source) bool {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.BuildTags, ctx.CgoEnabled, ctx.Compiler = x.cfg.GOOS, x.cfg.GOARCH, x.cfg.Tags, true, "gc"
	if x.tool != nil {
		ctx.ReleaseTags = releaseTags(x.tool.version)
	}
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(s.file.Content)), nil }
	ok, err := ctx.MatchFile(s.dir, path.Base(s.path))
	return ok && err == nil || err != nil && !strings.HasPrefix(path.Base(s.path), "_")
}

// releaseTags returns go1.1 to go1.N for version go1.N.P.
func releaseTags(version string) []string {
	_, minor, _ := strings.Cut(languageVersion(version), ".")
	n, err := strconv.Atoi(minor)
	if err != nil {
		return build.Default.ReleaseTags
	}
	tags := make([]string, n)
	for i := range tags {
		tags[i] = "go1." + strconv.Itoa(i+1)
	}
	return tags
}
