package cli

import (
	"context"
	"os"
	"os/exec"
	"runtime"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries"
)

// openPage writes the page of an answer to a temporary file and opens it in a browser. The file stays, because the browser reads it later.
func (c *console) openPage(ctx context.Context, answer queries.Answer) error {
	f, err := os.CreateTemp("", "cortex-*.html")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := (render.Printer{Out: f, Err: c.Err}).Answer(ctx, answer, "html"); err != nil {
		os.Remove(f.Name())
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	c.note("the page is " + f.Name())
	words := browser(os.Getenv("BROWSER"), runtime.GOOS)
	cmd := exec.CommandContext(ctx, words[0], append(words[1:], f.Name())...)
	cmd.Stderr = c.Err
	if err := cmd.Run(); err != nil {
		return failedError("set $BROWSER to the command of a browser, or open the page yourself", "open the page: %w", err)
	}
	return nil
}

// browser returns the command that opens a page: the chosen one, or that of the system.
func browser(chosen, system string) []string {
	if chosen != "" {
		return []string{chosen}
	}
	switch system {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}
