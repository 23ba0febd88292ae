package cli

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
)

// paged calls show with a printer. On a terminal, output with more lines than it has goes through $CORTEX_PAGER or $PAGER, or less. As in
// git, less gets the options FRX when $LESS is not set, and cat or an empty variable turns the pager off.
func (c *console) paged(ctx context.Context, show func(p render.Printer) error) error {
	pager, set := os.LookupEnv("CORTEX_PAGER")
	if !set {
		pager, set = os.LookupEnv("PAGER")
	}
	pager = cmp.Or(pager, map[bool]string{false: "less"}[set])
	if !c.Terminal || c.height == 0 || pager == "" || pager == "cat" {
		return show(c.Printer)
	}
	var text bytes.Buffer
	p := c.Printer
	p.Out = &text
	if err := show(p); err != nil {
		return err
	}
	if bytes.Count(text.Bytes(), []byte("\n")) >= c.height {
		cmd := exec.CommandContext(ctx, "sh", "-c", pager)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text.Bytes()), c.Out, c.Err
		cmd.Env = os.Environ()
		if os.Getenv("LESS") == "" {
			cmd.Env = append(cmd.Env, "LESS=FRX")
		}
		if cmd.Run() == nil {
			return nil
		}
	}
	_, err := c.Out.Write(text.Bytes())
	return err
}
