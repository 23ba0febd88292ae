package render

import (
	"testing"
	"time"
)

func TestNumbersForPeople(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"},
		{Count(999), "999"},
		{Count(1000), "1,000"},
		{Count(-1234567), "-1,234,567"},
		{Plural(1, "file"), "1 file"},
		{Plural(0, "file"), "0 files"},
		{Plural(int64(1200), "file"), "1,200 files"},
		{Size(0), "0 B"},
		{Size(999), "999 B"},
		{Size(1000), "1.0 kB"},
		{Size(8388608), "8.4 MB"},
		{Size(999_949), "999.9 kB"},
		{Size(999_950), "1.0 MB"},
		{Size(1 << 62), "4.6 EB"},
		{Seconds(0), "0.0 s"},
		{Seconds(6123 * time.Millisecond), "6.1 s"},
		{Seconds(2 * time.Minute), "120 s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
