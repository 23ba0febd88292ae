package cli

import (
	"fmt"
	"runtime"

	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

// Version is the version of cortex, which the manifest of an index records.
const Version = "0.1.0"

func versionCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "version",
		Usage:       "print the version of cortex and of the index format",
		UsageText:   "cortex version",
		Description: "Example:\n   cortex version",
		Action: func(cc *cli.Context) error {
			if err := noArguments(cc, "run cortex version alone"); err != nil {
				return err
			}
			_, err := fmt.Fprintf(c.Out, "cortex %s, index format %d, %s, %s/%s\n", Version,
				schema.FormatVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	})
}
