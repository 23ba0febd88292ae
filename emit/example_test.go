package emit_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/cortex-index/cortex/emit"
	"github.com/cortex-index/cortex/schema"
)

// A writer takes rows table by table, and publishes the index as a whole.
func Example() {
	dir, err := os.MkdirTemp("", "emit")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w, err := emit.Create(filepath.Join(dir, "index"))
	if err != nil {
		log.Fatal(err)
	}
	defer w.Abort() // does nothing after Commit
	err = w.Write([]schema.File{
		{FileID: 1, FilePath: "go.mod"},
		{FileID: 2, FilePath: "main.go"},
	})
	if err != nil {
		log.Fatal(err)
	}
	m, err := w.Commit(context.Background(), schema.Manifest{}, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	files, _ := m.Table("files")
	fmt.Println(files.File, files.Rows)
	// Output:
	// files.parquet 2
}
