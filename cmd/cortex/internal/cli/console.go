package cli

import (
	"os"
	"strconv"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"golang.org/x/term"
)

// console is the output of a command, with the abilities of its terminals.
type console struct {
	render.Printer
	live      bool // Err is a terminal that can redraw a line
	colourErr bool // Err takes colours
	height    int  // of the terminal at Out in lines; 0 when it is none
}

// systemConsole returns the console of the process. Colour needs a terminal that
// is not dumb, and no NO_COLOR (https://no-color.org). $COLUMNS replaces the width of the terminal.
func systemConsole() *console {
	smart := os.Getenv("TERM") != "dumb"
	colour := smart && os.Getenv("NO_COLOR") == ""
	outTerminal, errTerminal := term.IsTerminal(int(os.Stdout.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	c := &console{live: smart && errTerminal, colourErr: colour && errTerminal,
		Printer: render.Printer{Out: os.Stdout, Err: os.Stderr, Terminal: outTerminal, Colour: colour && outTerminal}}
	if outTerminal {
		if w, h, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			c.Width, c.height = w, h
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		c.Width = n
	}
	return c
}

// Select Graphic Rendition codes of ECMA-48.
const (
	bold = "1"
	red  = "1;31"
)

// paint wraps text in a colour when on is true.
func (c *console) paint(on bool, colour, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}
