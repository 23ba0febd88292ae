package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// kept returns the folder of a key, which has a folder for each path.
func kept(key string) string {
	return filepath.Join(os.Getenv("CORTEX_ACT_STORE"), "caches", key)
}

func restore() error {
	key := input("KEY")
	if _, err := os.Stat(kept(key)); err == nil {
		return errors.Join(bringBack(key), output("cache-hit=true"))
	}
	entries, err := os.ReadDir(kept(""))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, prefix := range lines("RESTORE_KEYS") {
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), prefix) {
				return errors.Join(bringBack(e.Name()), output("cache-hit=false"))
			}
		}
	}
	fmt.Println("Cache not found for input keys:", key)
	return nil
}

func bringBack(key string) error {
	for i, path := range lines("PATH") {
		if err := link(filepath.Join(kept(key), strconv.Itoa(i)), path); err != nil {
			return err
		}
	}
	fmt.Println("Cache restored from key:", key)
	return nil
}

// save keeps the first version of a key.
func save() error {
	key := input("KEY")
	if _, err := os.Stat(kept(key)); err == nil {
		fmt.Println("::warning::Unable to reserve cache with key", key+", another job may be creating this cache")
		return nil
	}
	for i, path := range lines("PATH") {
		if err := link(path, filepath.Join(kept(key), strconv.Itoa(i))); err != nil {
			return err
		}
	}
	fmt.Println("Cache saved with key:", key)
	return nil
}

// link makes a folder of links to the folders of another one, because a copy of the caches of
// Go takes longer than a build. It copies plain files.
func link(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, e := range entries {
		entry, err := filepath.EvalSymlinks(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if e.Type().IsRegular() { // an index: cortex refuses links, and the folder goes with its run
			text, err := os.ReadFile(entry)
			if err == nil {
				err = os.WriteFile(filepath.Join(to, e.Name()), text, 0o644)
			}
			if err != nil {
				return err
			}
		} else if err := os.Symlink(entry, filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
