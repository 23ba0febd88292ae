package cli

import (
	"testing"
	"time"
)

func TestNumbersForPeople(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"},
		{count(999), "999"},
		{count(1000), "1,000"},
		{count(-1234567), "-1,234,567"},
		{plural(1, "file"), "1 file"},
		{plural(0, "file"), "0 files"},
		{plural(int64(1200), "file"), "1,200 files"},
		{size(0), "0 B"},
		{size(999), "999 B"},
		{size(1000), "1.0 kB"},
		{size(8388608), "8.4 MB"},
		{size(999_949), "999.9 kB"},
		{size(999_950), "1.0 MB"},
		{size(1 << 62), "4.6 EB"},
		{seconds(0), "0.0 s"},
		{seconds(6123 * time.Millisecond), "6.1 s"},
		{seconds(2 * time.Minute), "120 s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
