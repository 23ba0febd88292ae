package load

import (
	"bytes"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"path"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// readPackage reads the package clause and the build constraints of a source.
func (x *Program) readPackage(s *Source) {
	if f, _ := parser.ParseFile(token.NewFileSet(), "", s.File.Content, parser.PackageClauseOnly); f != nil && f.Name != nil {
		s.PackageName = f.Name.Name
	}
	s.InBuild = x.matches(s)
}

// namePackages notes the package of each directory: its files in the chosen
// build declare it, otherwise its other files or its tests.
func (x *Program) namePackages() {
	for _, counts := range []func(*Source) bool{
		func(s *Source) bool { return !s.IsTest && s.InBuild },
		func(s *Source) bool { return !s.IsTest },
		func(s *Source) bool { return !strings.HasSuffix(s.PackageName, "_test") },
	} {
		for _, s := range x.Sources {
			if x.Names[s.Dir] == "" && counts(s) {
				x.Names[s.Dir] = s.PackageName
			}
		}
	}
}

// placeSource gives a source the prefix and suffix of its symbols. They follow
// from the syntax of its directory and the list of go.mod files.
func (x *Program) placeSource(s *Source) {
	tested := s.PackageName
	if name, ok := strings.CutSuffix(tested, "_test"); ok && s.IsTest && tested != x.Names[s.Dir] {
		tested, s.Xtest = name, true
		s.Suffix = append(s.Suffix, schema.TestSuffix)
	}
	s.Prefix = x.Layout.prefix[s.Dir]
	if s.Prefix == "" || s.Prefix == "." {
		s.Prefix = tested
	}
	if d := x.Layout.Suffix[s.Dir]; d != "" {
		s.Suffix = append(s.Suffix, d)
	}
}

// matches reports whether the build constraints of a source, in its name and in
// its text, hold in the chosen build.
func (x *Program) matches(s *Source) bool {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.BuildTags, ctx.CgoEnabled, ctx.Compiler = x.Cfg.GOOS, x.Cfg.GOARCH, x.Cfg.Tags, true, "gc"
	ctx.ToolTags = nil // by default those of this process
	if x.Tool != nil {
		ctx.ToolTags, ctx.ReleaseTags = x.Tool.tags, x.Tool.releaseTags
	}
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(s.File.Content)), nil }
	ok, err := ctx.MatchFile(s.Dir, path.Base(s.Path))
	return ok && err == nil || err != nil && !strings.HasPrefix(path.Base(s.Path), "_")
}
