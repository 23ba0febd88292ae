package cli

import "github.com/urfave/cli/v2"

// values are the values of a repeatable flag. The library's slice flag would trim them.
type values []string

func (t *values) Set(text string) error { *t = append(*t, text); return nil }

func (t *values) String() string { return "" }

// repeatedFlag returns a repeatable flag.
func repeatedFlag(name, usage string) cli.Flag {
	return repeated{&cli.GenericFlag{Name: name, Usage: usage, Value: &values{}}}
}

type repeated struct{ *cli.GenericFlag }

func (f repeated) String() string {
	return (&cli.StringFlag{Name: f.Name, Usage: f.Usage}).String()
}

// valuesOf returns the values of a repeatable flag; nil when it is not given.
func valuesOf(cc *cli.Context, name string) []string {
	if t, ok := cc.Generic(name).(*values); ok {
		return *t
	}
	return nil
}
