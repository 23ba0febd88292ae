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

// kept is the folder of what is saved under a key, with a folder for each path.
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
		if err := os.CopyFS(path, os.DirFS(filepath.Join(kept(key), strconv.Itoa(i)))); err != nil {
			return err
		}
	}
	fmt.Println("Cache restored from key:", key)
	return nil
}

// save keeps the first of what is saved under a key.
func save() error {
	key := input("KEY")
	if _, err := os.Stat(kept(key)); err == nil {
		fmt.Println("::warning::Unable to reserve cache with key", key+", another job may be creating this cache")
		return nil
	}
	for i, path := range lines("PATH") {
		if err := os.CopyFS(filepath.Join(kept(key), strconv.Itoa(i)), os.DirFS(path)); err != nil {
			return err
		}
	}
	fmt.Println("Cache saved with key:", key)
	return nil
}
