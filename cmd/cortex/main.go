// Command cortex indexes a repository and answers questions about its code. This file handles
// signals and the exit status; package cli has the commands.
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
	// The first signal requests a clean end. It removes the handler: a second one kills.
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Run(ctx, os.Args))
}
