package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// typecheckAlone lists, parses and type-checks the packages of Go modules and their tests from
// source, with function bodies inside the folder only. BenchmarkExtract compares extraction
// with it. It shares no code with extraction.
func typecheckAlone(folder string, modules []string, workers int) error {
	c := &checker{folder: folder, fset: token.NewFileSet(), byKey: map[string]*checkNode{}}
	for _, m := range modules {
		if err := c.list(m); err != nil {
			return err
		}
	}
	c.run(workers)
	return nil
}

type checkNode struct {
	order, waiting int
	path, name     string
	files          []string
	inside         bool
	imports        map[string]*checkNode
	dependents     []*checkNode
	pkg            *types.Package
}

type checker struct {
	folder string
	fset   *token.FileSet
	byKey  map[string]*checkNode
	nodes  []*checkNode
}

func (c *checker) list(dir string) error {
	cmd := exec.Command("go", "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,Name,GoFiles,CgoFiles,Imports,ImportMap", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	done := map[string]*checkNode{}
	for dec := json.NewDecoder(out); dec.More(); { // -deps lists dependencies first
		var p struct {
			ImportPath, Dir, Name      string
			GoFiles, CgoFiles, Imports []string
			ImportMap                  map[string]string
		}
		if err := dec.Decode(&p); err != nil {
			return errors.Join(err, cmd.Wait())
		}
		n := &checkNode{path: p.ImportPath, name: p.Name, inside: strings.HasPrefix(p.Dir, c.folder), imports: map[string]*checkNode{}}
		n.path, _, _ = strings.Cut(n.path, " ")
		written := map[string]string{}
		for w, id := range p.ImportMap {
			written[id] = w
		}
		var key strings.Builder
		fmt.Fprintf(&key, "%s\x00%s\x00%v\x00%v", p.ImportPath, p.Dir, p.GoFiles, p.CgoFiles)
		for _, id := range p.Imports {
			if dep := done[id]; dep != nil {
				w := id
				if as, ok := written[id]; ok {
					w = as
				}
				n.imports[w] = dep
				fmt.Fprintf(&key, "\x00%s=%d", w, dep.order)
			}
		}
		if strings.HasSuffix(n.path, ".test") {
			continue
		}
		for _, f := range slices.Concat(p.GoFiles, p.CgoFiles) {
			n.files = append(n.files, filepath.Join(p.Dir, f))
		}
		if same := c.byKey[key.String()]; same != nil {
			n = same
		} else {
			n.order = len(c.nodes)
			c.byKey[key.String()], c.nodes = n, append(c.nodes, n)
		}
		done[p.ImportPath] = n
	}
	return cmd.Wait()
}

func (c *checker) run(workers int) {
	ready := make(chan *checkNode, len(c.nodes))
	for _, n := range c.nodes {
		for _, dep := range n.imports {
			n.waiting++
			dep.dependents = append(dep.dependents, n)
		}
	}
	for _, n := range c.nodes {
		if n.waiting == 0 {
			ready <- n
		}
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	left := len(c.nodes)
	for range workers {
		wg.Go(func() {
			for n := range ready {
				c.check(n)
				mu.Lock()
				for _, d := range n.dependents {
					if d.waiting--; d.waiting == 0 {
						ready <- d
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func (c *checker) check(n *checkNode) {
	if n.pkg = types.Unsafe; n.path == "unsafe" {
		return
	}
	var files []*ast.File
	for _, name := range n.files {
		if f, _ := parser.ParseFile(c.fset, name, nil, parser.SkipObjectResolution|parser.ParseComments); f != nil {
			files = append(files, f)
		}
	}
	conf := types.Config{Importer: n, FakeImportC: true, IgnoreFuncBodies: !n.inside, Error: func(error) {}}
	n.pkg = types.NewPackage(n.path, n.name)
	_ = types.NewChecker(&conf, c.fset, n.pkg, nil).Files(files)
}

// Import returns an imported package of the node.
func (n *checkNode) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if dep := n.imports[path]; dep != nil && dep.pkg != nil {
		return dep.pkg, nil
	}
	return nil, errors.New("not listed")
}
