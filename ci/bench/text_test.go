package bench

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// texts has patterns that ripgrep finds in as many ways.
var texts = []struct{ name, pattern string }{
	{"rare literal", "errUnreadByte"},
	{"common literal", "return"},
	{"every line", "e"},
	{"nothing", "zzqqxxzz"},
	{"with a literal", `func \w+\(`},
	{"without a literal", `[A-Z]{3}\w+\(`},
	{"any case", `(?i)error`},
	{"not ASCII", `→|“`},
}

// BenchmarkText times `cortex text` as a process on the index of the standard library, and in turn `rg` on its files. Both count the
// lines. It reports their ratio.
func BenchmarkText(b *testing.B) {
	if _, err := exec.LookPath("rg"); err != nil {
		b.Skip("ripgrep is not installed")
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	std, bin, index := filepath.Join(strings.TrimSpace(string(goroot)), "src"), citest.Build(b), filepath.Join(b.TempDir(), "index")
	citest.Run(b, std, bin, "extract", "--quiet", "--out", index, std)
	timed := func(program string, args ...string) time.Duration {
		start := time.Now()
		err := exec.Command(program, args...).Run()
		if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && program == "rg" && exit.ExitCode() == 1) {
			b.Fatalf("%s %q: %v", program, args, err)
		}
		return time.Since(start)
	}
	for _, x := range texts {
		flags := []string{"--no-config", "--no-ignore", "--hidden", "-c", "-e", x.pattern, std}
		if strings.IndexFunc(x.pattern, func(r rune) bool { return r > unicode.MaxASCII }) < 0 { // rg refuses others
			flags = append(flags, "--no-unicode")
		}
		b.Run(x.name, func(b *testing.B) {
			var ours, theirs time.Duration
			for b.Loop() {
				ours += timed(bin, "text", "--count", "--case-sensitive", "--index", index, x.pattern)
				theirs += timed("rg", flags...)
			}
			b.ReportMetric(float64(theirs.Milliseconds())/float64(b.N), "ms-rg")
			b.ReportMetric(float64(ours.Milliseconds())/float64(b.N), "ms-cortex")
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "x-rg")
		})
	}
}
