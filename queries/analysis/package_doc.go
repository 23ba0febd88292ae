package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"go/parser"
	"go/token"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed package_files.sql
var packageFilesSQL string

// introduce notes what the package is for, in the first sentence of its doc comment.
func (p *packageSummary) introduce(ctx context.Context, ix *queries.Index, _ packageSummaryArgs, h *head) error {
	if err := ix.Attach(ctx, "files"); err != nil {
		return err
	}
	rows, err := ix.Query(ctx, packageFilesSQL, p.Directory)
	if err != nil {
		return err
	}
	defer rows.Close()
	var files []int32
	for rows.Next() {
		var id int32
		if err := rows.Scan(&id); err != nil {
			return err
		}
		files = append(files, id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	texts, err := ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	best := ""
	for _, id := range files {
		doc, says := packageDoc(texts[id])
		if says {
			best = doc
			break
		}
		if best == "" {
			best = doc
		}
	}
	if best != "" {
		h.note("%s", best)
	}
	return nil
}

// packageDoc is the first sentence of a Go file's package comment, on one line; it is empty
// when there is none. says reports whether it begins as Go's custom wants it, so that it is
// about the package, and not a license or a word about the file.
func packageDoc(text string) (doc string, says bool) {
	parsed, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.PackageClauseOnly|parser.ParseComments)
	if parsed == nil || parsed.Doc == nil {
		return "", false
	}
	doc = parsed.Doc.Text()
	doc = strings.Join(strings.Fields(doc[:sentence(doc)]), " ")
	name := parsed.Name.Name
	says = strings.HasPrefix(doc, fmt.Sprintf("Package %s ", name)) || name == "main"
	if !says && strings.Contains(strings.ToLower(doc), "copyright") {
		return "", false
	}
	return queries.CutLine(doc), says
}
