package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
)

func TestReport(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		want int
		text string
	}{
		{"done", context.Background(), nil, 0, ""},
		{"done although interrupted", canceled, nil, 0, ""},
		{"failed", context.Background(), errors.New("open x: gone"), 1, "cortex: open x: gone\n"},
		{"interrupted, with any error", canceled, errors.New("signal: killed"), 130, "cortex: interrupted\n"},
		{"wrapped", context.Background(), fmt.Errorf("query: %w", usageError("do y", "bad %s", "x")), 2,
			"cortex: query: bad x\ndo y\n"},
		{"no hint", context.Background(), &failure{err: errors.New("rows"), status: statusGate}, 4, "cortex: rows\n"},
		{"text from outside", context.Background(), errors.New("name \x1b[2J"), 1, "cortex: name \\x1b[2J\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, err bytes.Buffer
			if got := (&console{Printer: render.Printer{Out: &out, Err: &err}}).report(c.ctx, c.err); got != c.want {
				t.Errorf("exit status %d, want %d", got, c.want)
			}
			if err.String() != c.text {
				t.Errorf("standard error is %q, want %q", err.String(), c.text)
			}
			if out.Len() > 0 {
				t.Errorf("standard output is %q, want nothing", out.String())
			}
		})
	}
}
