package main

import (
	"archive/zip"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Characters that GitHub forbids in the path of a file and in a name.
const (
	forbiddenInPath = "\":<>|*?\r\n"
	forbiddenInName = forbiddenInPath + `\/`
)

// place returns the file of a run's artifact.
func place(run, name string) string {
	return filepath.Join(os.Getenv("CORTEX_ACT_STORE"), "artifacts", run, name+".zip")
}

func upload() error {
	name, root := input("NAME"), input("PATH")
	if name == "" || strings.ContainsAny(name, forbiddenInName) {
		return fmt.Errorf("the artifact name is not valid: %q", name)
	}
	if strings.ContainsAny(root, "*?[]!#~\\\n") {
		return fmt.Errorf("the path is a pattern: %q", root)
	}
	files, err := toUpload(root)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		if input("IF_NO_FILES_FOUND") == "error" {
			return fmt.Errorf("no files were found with the provided path: %s", root)
		}
		return nil
	}
	to := place(os.Getenv("GITHUB_RUN_ID"), name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := pack(to, root, files); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("an artifact with this name already exists on the workflow run: %s", name)
	} else if err != nil {
		return err
	}
	given, err := json.Marshal(map[string]string{"compression-level": input("COMPRESSION_LEVEL"),
		"if-no-files-found": input("IF_NO_FILES_FOUND"), "retention-days": input("RETENTION_DAYS")})
	if err != nil {
		return err
	}
	if err := os.WriteFile(to+".json", given, 0o644); err != nil {
		return err
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return err
	}
	return output("artifact-id=1", "artifact-url=https://github.example/artifacts/1", fmt.Sprintf("artifact-digest=%x", sha256.Sum256(text)))
}

// toUpload returns the files below a folder, without hidden ones.
func toUpload(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == root {
			return nil
		}
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".")
		if d.IsDir() {
			if hidden {
				return fs.SkipDir
			}
			return nil
		}
		if strings.ContainsAny(path, forbiddenInPath) {
			return fmt.Errorf("the path for one of the files in the artifact is not valid: %q", path)
		}
		if !hidden {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// pack writes a zip of files, each with its path below root. Level 0 stores them. Modes are lost.
func pack(to, root string, files []string) (err error) {
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := zip.NewWriter(f)
	level, err := strconv.Atoi(input("COMPRESSION_LEVEL"))
	if err != nil {
		return fmt.Errorf("invalid compression level: %w", err)
	}
	method := zip.Deflate
	if level == 0 {
		method = zip.Store
	}
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	for _, path := range files {
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: filepath.ToSlash(rel), Method: method}
		header.SetMode(0o644)
		w, err := z.CreateHeader(header)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return z.Close()
}

func download() error {
	name, run, to := input("NAME"), input("RUN_ID"), input("PATH")
	if run != os.Getenv("GITHUB_RUN_ID") && input("GITHUB_TOKEN") == "" {
		return fmt.Errorf("the artifact of another run, %s, needs a github-token", run)
	}
	if to == "" {
		to = os.Getenv("GITHUB_WORKSPACE")
	}
	z, err := zip.OpenReader(place(run, name))
	if err != nil {
		return fmt.Errorf("artifact not found for name: %s: %w", name, err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) || slices.Contains([]string{"", "."}, f.Name) {
			return fmt.Errorf("malformed extraction path: %q", f.Name)
		}
		text, err := fs.ReadFile(z, f.Name)
		if err != nil {
			return err
		}
		path := filepath.Join(to, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return output("download-path=" + to)
}
