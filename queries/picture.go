package queries

import (
	"context"
	"io"
)

// Drawer is an [Answer] that can be drawn: its results are edges.
type Drawer interface {
	Answer
	// Draw returns the answer as a picture. The index has to be open still.
	Draw(ctx context.Context) (Picture, error)
}

// Pager is an [Answer] that can be looked at in a browser.
type Pager interface {
	Answer
	// WritePage writes a page in HTML that needs nothing else. The index has to be open
	// still.
	WritePage(ctx context.Context, w io.Writer) error
}

// Picture is a directed graph. Its edges name nodes by their ID.
type Picture struct {
	Nodes []PictureNode // each ID once
	Edges []PictureEdge
	Notes []string // what it doesn't show: completeness, what was left out
}

// PictureNode is one box.
type PictureNode struct {
	ID     string // the stable name
	Label  string // a short one
	Target bool   // it was asked about
}

// PictureEdge is an arrow from one node to another.
type PictureEdge struct {
	From, To string
	Label    string // may be empty
}
