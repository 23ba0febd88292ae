package render

import (
	"fmt"
	"strconv"
	"time"
)

// Count writes a number with a comma between thousands: 1,234,567.
func Count[N ~int | ~int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Size writes a number of bytes in decimal units: 999 B, 8.4 MB.
func Size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	v, unit := float64(bytes), -1
	for v >= 999.95 && unit < len(units)-1 {
		v /= 1000
		unit++
	}
	return fmt.Sprintf("%.1f %cB", v, units[unit])
}

const units = "kMGTPE"

// Seconds writes a duration in seconds, with a tenth below a hundred.
func Seconds(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// Plural writes a number and the noun for it.
func Plural[N ~int | ~int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Count(n) + " " + noun
}

// A Number is a count in a table.
type Number int64

func (n Number) String() string { return Count(n) }

// Bytes is a number of bytes in a table.
type Bytes int64

func (a Bytes) String() string { return Size(int64(a)) }
