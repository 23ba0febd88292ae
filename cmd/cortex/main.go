// Command cortex indexes a repository and answers questions about its code.
//
// This file holds what only a process can do: signals and the exit status. The
// commands are in package cli.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/cortex-index/cortex/cmd/cortex/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks for a clean end; with the handler gone, a second one ends at once.
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Run(ctx, os.Args))
}
