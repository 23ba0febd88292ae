package language

import (
	"bytes"
	"regexp"
	"strings"
)

var (
	coding = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
	latin  = regexp.MustCompile(`^(latin[-_]?1|l1|iso[-_]?8859[-_]1|(windows|cp)[-_]?1252)$`)
)

// windows has the characters of windows-1252 from 0x80 on where it is not Latin-1.
var windows = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// Decode returns the text of a Python file in UTF-8 when one of its first two lines names Latin-1 or windows-1252, and else its bytes.
func Decode(content []byte) []byte {
	for i, line := range bytes.SplitN(content, []byte("\n"), 3) {
		found := coding.FindSubmatch(line)
		if i == 2 || found == nil {
			continue
		}
		name := strings.ToLower(string(found[1]))
		if !latin.MatchString(name) {
			break
		}
		out := make([]rune, len(content))
		for i, b := range content {
			if out[i] = rune(b); strings.HasSuffix(name, "1252") && b >= 0x80 && b < 0xa0 {
				out[i] = windows[b-0x80]
			}
		}
		return []byte(string(out))
	}
	return content
}
