package cli

import (
	"fmt"
	"strconv"
	"time"
)

// count writes a number with a comma between thousands: 1,234,567.
func count[N ~int | ~int64](n N) string {
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

// size writes a number of bytes in decimal units: 999 B, 8.4 MB.
func size(bytes int64) string {
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

// seconds writes a duration in seconds, with a tenth below a hundred.
func seconds(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// plural writes a number and the noun for it.
func plural[N ~int | ~int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return count(n) + " " + noun
}

// number is a count in a table.
type number int64

func (n number) String() string { return count(n) }

// amount is a number of bytes in a table.
type amount int64

func (a amount) String() string { return size(int64(a)) }
