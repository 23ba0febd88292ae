package cli

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/schema"
)

// Version is the version of cortex. It stands in every index it makes.
const Version = "0.1.0"

func versionCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "version",
		Usage:       "print the version of cortex and of the index format",
		UsageText:   "cortex version",
		Description: "Example:\n   cortex version",
		Action: func(cc *cli.Context) error {
			if err := noArguments(cc, "cortex version stands alone"); err != nil {
				return err
			}
			_, err := fmt.Fprintf(c.out, "cortex %s, index format %d.%d, %s, %s/%s\n", Version,
				schema.FormatVersion, schema.FeatureVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	})
}
