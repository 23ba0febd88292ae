package lake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// facts are the tables whose rows a commit has.
var facts = []string{"edges", "symbols", "imports", "modules", "files", "functions", "unknowns", "requirements"}

// Tables are the names of the tables, in the order in which a writer completes their files. The last one makes a set count.
var Tables = append(slices.Clip(facts), commits)

// commits is the table with a row for each stored commit.
const commits = "commits"

// formatFile says that a folder is a lake.
const formatFile = "lake.json"

// collisionsFile lists hashes that several symbols have. No question is answered while it is there.
const collisionsFile = "collisions.txt"

var formatText = []byte("{\"format\": \"cortex-lake\", \"format_version\": 1}\n")

const suffix = ".parquet"

// setName returns the name of the files of one commit. Every byte but letters, digits, dots, hyphens and underscores is written as = and
// two hex digits, and a slash as +.
func setName(repository, commit string) string { return encode(repository) + "~" + commit }

func encode(name string) string {
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c == '/':
			b.WriteByte('+')
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "=%02X", c)
		}
	}
	return b.String()
}

// commitName returns the name of the file in the folder commits for a commit of a branch. Each branch with the commit has one.
func commitName(set, branch string) string { return set + "~" + encode(branch) }

// file returns the path of a set's file for a table.
func file(dir, table, set string) string { return filepath.Join(dir, table, set+suffix) }

// check returns an error when a folder is no lake.
func check(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, formatFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &queries.UsageError{Message: "folder " + dir + " is no lake", Advice: "make one with cortex lake add INDEX... --to DIR"}
	case err != nil:
		return fmt.Errorf("read the lake: %w", err)
	}
	var f struct {
		Format  string `json:"format"`
		Version int    `json:"format_version"`
	}
	if err := json.Unmarshal(text, &f); err != nil || f.Format != "cortex-lake" {
		return &queries.UsageError{Message: "folder " + dir + " is no lake", Advice: formatFile + " in it is no description of a lake"}
	}
	if f.Version != 1 {
		return &queries.UsageError{Message: fmt.Sprintf("lake %s has the format version %d, and this cortex reads 1", dir, f.Version), Advice: "use the cortex that wrote it"}
	}
	return nil
}

// create makes the folders of a lake. A folder that holds something else is an error.
func create(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the lake: %w", err)
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == formatFile }) {
		return check(dir)
	}
	for _, e := range entries { // another writer may be making the lake
		if !slices.Contains(Tables, e.Name()) && !strings.HasPrefix(e.Name(), "."+formatFile) {
			return &queries.UsageError{Message: "folder " + dir + " is no lake, and it is not empty", Advice: "name a new folder"}
		}
	}
	for _, t := range Tables {
		if err := os.MkdirAll(filepath.Join(dir, t), 0o777); err != nil {
			return fmt.Errorf("make the lake: %w", err)
		}
	}
	return publish(filepath.Join(dir, formatFile), func(f *os.File) error {
		_, err := bytes.NewReader(formatText).WriteTo(f)
		return err
	})
}

// publish writes a file under another name and renames it. The name begins with a dot and ends in .tmp, so no reader takes it for a table.
func publish(path string, write func(f *os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("write the lake: %w", err)
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write the lake: %w", err), os.Remove(f.Name()))
	}
	return nil
}

// sets returns the names of the sets that count.
func sets(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, commits))
	if err != nil {
		return nil, fmt.Errorf("read the lake: %w", err)
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), suffix); ok && !strings.HasPrefix(name, ".") {
			out = append(out, setOf(name))
		}
	}
	return slices.Compact(out), nil // the names are sorted
}

// setOf returns the set of a file in the folder commits.
func setOf(name string) string {
	repository, rest, _ := strings.Cut(name, "~")
	if strings.HasPrefix(name, compacted) {
		return repository
	}
	if commit, _, ok := strings.Cut(rest, "~"); ok {
		return repository + "~" + commit
	}
	return name
}

// commitFiles returns the files in the folder commits that belong to sets.
func commitFiles(dir string, all []string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, commits))
	if err != nil {
		return nil, fmt.Errorf("read the lake: %w", err)
	}
	wanted := map[string]bool{}
	for _, s := range all {
		wanted[s] = true
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), suffix); ok && wanted[setOf(name)] {
			out = append(out, filepath.Join(dir, commits, e.Name()))
		}
	}
	return out, nil
}
