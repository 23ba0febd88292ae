package cli

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// console is where a command writes, and what it may assume of the reader.
type console struct {
	out, err             io.Writer
	width                int  // of the terminal behind out in cells; 0 for no limit
	terminal             bool // out is a terminal
	live                 bool // err is a terminal that can redraw a line
	colourOut, colourErr bool
}

// systemConsole returns the console of the process. Colour needs a terminal that
// is not dumb, and no NO_COLOR (https://no-color.org).
func systemConsole() *console {
	smart := os.Getenv("TERM") != "dumb"
	colour := smart && os.Getenv("NO_COLOR") == ""
	outTerminal, errTerminal := term.IsTerminal(int(os.Stdout.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	c := &console{out: os.Stdout, err: os.Stderr, terminal: outTerminal, live: smart && errTerminal,
		colourOut: colour && outTerminal, colourErr: colour && errTerminal}
	if outTerminal {
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			c.width = w
		}
	}
	return c
}

// Select Graphic Rendition codes of ECMA-48.
const (
	bold = "1"
	red  = "1;31"
	cyan = "36"
)

// paint wraps text in a colour when on is true.
func (c *console) paint(on bool, colour, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// printable escapes what could move a cursor or change a terminal: an index
// holds names and texts of a repository that nobody vouches for. With lines,
// line feeds and tabs stay.
func printable(s string, lines bool) string {
	safe := func(r rune) bool {
		return lines && (r == '\n' || r == '\t') || unicode.IsGraphic(r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if safe(r) {
			b.WriteRune(r)
			continue
		}
		q := strconv.QuoteRune(r)
		b.WriteString(q[1 : len(q)-1])
	}
	return b.String()
}
