package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
)

// DESIGN: packages are listed by the go command, with chosen fields and without
// -export or -compiled, and then parsed and checked from source by this package.
// Asked for export data or compiled files, the go command compiles every
// dependency, runs cgo, the C compiler and pkg-config with the repository's own
// flags, and on a cold machine takes minutes (922 s for prometheus); the listing
// alone takes a second or two and runs nothing of the repository's.

// listed is one package as `go list -json` prints it.
type listed struct {
	ImportPath string
	Dir        string
	Name       string
	ForTest    string
	Standard   bool
	DepOnly    bool
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string
	Module     *struct {
		Path      string
		Main      bool
		GoVersion string
	}
	Error *struct {
		ImportStack []string
		Pos         string
		Err         string
	}
}

const listFields = "-json=ImportPath,Dir,Name,ForTest,Standard,DepOnly,GoFiles,CgoFiles,Imports,ImportMap,Module,Error"

// toolchain is the go command on this machine.
type toolchain struct {
	Goroot            string
	Version           string            // go1.26.8
	modules           string            // the module cache
	BuildEnv          map[string]string // the settings of the machine that choose files of the build, without empty ones
	tags, releaseTags []string          // the build tags of the toolchain
	env               []string
}

// keptEnv are the settings of the go command that say where modules come from.
// They are read once and passed on; every other setting of the machine is left
// out, because it must not count.
var keptEnv = []string{"GOROOT", "GOVERSION", "GOPATH", "GOMODCACHE", "GOCACHE", "GOPROXY", "GONOPROXY", "GOPRIVATE",
	"GOSUMDB", "GONOSUMDB", "GOINSECURE", "GOAUTH", "GOVCS"}

// buildEnv returns the settings of the machine that choose the files of the build, as tags do: the one for experiments and that of an
// architecture, such as GOAMD64. They count, and are options of the index.
func buildEnv(goarch string) []string {
	return []string{"GOEXPERIMENT", "GO" + strings.ToUpper(strings.TrimSuffix(goarch, "le"))}
}

// newToolchain asks the go command for its settings. It runs in the root of the
// file system, where no go.mod of the repository can ask for another toolchain.
func newToolchain(ctx context.Context, cfg extract.Config) (*toolchain, error) {
	t, err := Toolchain(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return t, t.readTags(ctx, filepath.VolumeName(os.TempDir())+string(filepath.Separator))
}

// Toolchain returns the go command without its build tags.
func Toolchain(ctx context.Context, cfg extract.Config) (*toolchain, error) {
	chosen := buildEnv(cfg.GOARCH)
	cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"env", "-json"}, keptEnv, chosen)...)
	cmd.Dir = filepath.VolumeName(os.TempDir()) + string(filepath.Separator)
	cmd.Env = append(cleanEnv(os.Environ()), "GOTOOLCHAIN=local", "GOFLAGS=", "GOWORK=off", "GOOS="+cfg.GOOS, "GOARCH="+cfg.GOARCH)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("run go env: %w", describeExit(err))
	}
	var kept map[string]string
	if err := json.Unmarshal(out, &kept); err != nil {
		return nil, fmt.Errorf("read go env: %w", err)
	}
	t := &toolchain{Goroot: kept["GOROOT"], Version: kept["GOVERSION"], modules: kept["GOMODCACHE"], BuildEnv: map[string]string{}}
	t.env = cleanEnv(os.Environ())
	for _, k := range slices.Concat(keptEnv[2:], chosen) {
		if kept[k] != "" {
			t.env = append(t.env, k+"="+kept[k])
		}
	}
	t.env = append(t.env, "GOENV=off", "GOFLAGS=", "GO111MODULE=on", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off",
		"CGO_ENABLED=1", "GOOS="+cfg.GOOS, "GOARCH="+cfg.GOARCH)
	if cfg.Offline {
		t.env = append(t.env, "GOPROXY=off")
	}
	for _, k := range chosen {
		if kept[k] != "" {
			t.BuildEnv[k] = kept[k]
		}
	}
	return t, nil
}

// readTags asks the go command for the build tags that follow from its version and settings.
func (t *toolchain) readTags(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "list", "-f", `{{join context.ToolTags " "}},{{join context.ReleaseTags " "}}`, "unsafe")
	cmd.Dir, cmd.Env = dir, append(slices.Clone(t.env), "GOWORK=off", "PWD="+dir)
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("run go list: %w", describeExit(err))
	}
	tool, release, _ := strings.Cut(strings.TrimSpace(string(out)), ",")
	t.tags, t.releaseTags = strings.Fields(tool), strings.Fields(release)
	return nil
}

// steering names the variables that steer the go command or git from outside.
var steering = []string{"AR", "CC", "CGO_ENABLED", "CXX", "GO111MODULE", "GOARCH", "GOCACHEPROG", "GODEBUG", "GOENV", "GOFIPS140", "GOFLAGS",
	"GOOS", "GOPACKAGESDRIVER", "GOTOOLCHAIN", "GOWORK", "PKG_CONFIG", "PWD"}

// cleanEnv drops the variables that steer the go command or git from outside.
func cleanEnv(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		k, _, _ := strings.Cut(kv, "=")
		return slices.Contains(steering, k) || strings.HasPrefix(k, "CGO_") || strings.HasPrefix(k, "GIT_")
	})
}

// list lists the packages of a module, their tests and everything they depend
// on. An error means that the listing failed as a whole.
func (t *toolchain) list(ctx context.Context, cfg extract.Config, tree *extract.Tree, m *Module) ([]*listed, error) {
	// The go command opens it before it reads the overlay.
	info, err := os.Lstat(filepath.Join(tree.Root, filepath.FromSlash(m.dir), "go.mod"))
	if err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice) != 0 {
		return nil, errors.New("go.mod is a FIFO or a device, for which the go command would wait without end")
	}
	args := []string{"list", "-e", "-deps", "-buildvcs=false", listFields}
	if cfg.Tests {
		args = append(args, "-test")
	}
	if len(cfg.Tags) > 0 {
		args = append(args, "-tags="+strings.Join(cfg.Tags, ","))
	}
	work, err := t.workspace(tree, m)
	if err != nil {
		return nil, err
	}
	defer work.remove()
	env := append(slices.Clone(t.env), "GOWORK="+work.gowork)
	if m.fixture {
		env = append(env, "GOPROXY=off") // a fixture's requirements are often made up
	}
	overlay, err := t.overlay(tree, m, work.used)
	if err != nil {
		return nil, err
	}
	var made []string // folders that have another name in every run, and the folders that they replace
	if work.copied != "" {
		made = append(made, work.copied, work.dir)
	}
	if overlay != "" {
		defer os.RemoveAll(filepath.Dir(overlay))
		args = append(args, "-overlay="+overlay)
		made = append(made, filepath.Dir(overlay), filepath.Join(tree.Root, filepath.FromSlash(m.dir)))
	}
	made = append(made, "module lookup disabled by GOPROXY=off", notFetched(cfg, m))
	here := strings.NewReplacer(made...)
	cmd := exec.CommandContext(ctx, "go", append(args, "./...")...)
	cmd.Dir = filepath.Join(tree.Root, filepath.FromSlash(m.dir))
	cmd.Env = append(env, "PWD="+cmd.Dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	pkgs, decodeErr := decodeList(out)
	if len(pkgs) == 0 && err != nil {
		if msg := firstLines(stderr.String()); msg != "" {
			return nil, errors.New(here.Replace(msg))
		}
		return nil, errors.Join(err, decodeErr)
	}
	for _, p := range pkgs {
		if p.Error != nil {
			p.Error.Err = here.Replace(p.Error.Err)
			if p.Error.Err == "import cycle not allowed" {
				p.Error.Err += ": " + strings.Join(p.Error.ImportStack, " imports ")
			}
		}
	}
	return pkgs, decodeErr
}

// notFetched says why a module that is not on disk was not fetched, in place of
// a setting that the user did not make.
func notFetched(cfg extract.Config, m *Module) string {
	if cfg.Offline {
		return "not in the module cache: run cortex without --offline, or run go mod download first"
	}
	if m.fixture {
		return "not on disk, and nothing is fetched for a module that the go command passes over"
	}
	return "not on disk, and GOPROXY is off"
}

func decodeList(out []byte) ([]*listed, error) {
	var pkgs []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			return pkgs, nil
		} else if err != nil {
			return pkgs, fmt.Errorf("read go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}

// describeExit adds the standard error of a command to its error.
func describeExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, firstLines(string(exit.Stderr)))
	}
	return err
}

// firstLines returns the first lines of the output of the go command, without
// notes on downloads, on one line.
func firstLines(s string) string {
	var keep []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "go: downloading") {
			continue
		}
		if keep = append(keep, line); len(keep) == 5 {
			break
		}
	}
	return strings.Join(keep, "; ")
}
