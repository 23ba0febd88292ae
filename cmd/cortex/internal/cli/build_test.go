package cli

import "testing"

func TestCheckBuild(t *testing.T) {
	for _, c := range []struct {
		goos, goarch string
		tags         []string
		ok           bool
	}{
		{"linux", "amd64", nil, true},
		{"windows", "arm64", []string{"netgo", "go1.26", "with_sqlite"}, true},
		{"darwin", "arm64", nil, true},
		{"js", "wasm", nil, true},
		{"android", "386", nil, true},
		{"linx", "amd64", nil, false},
		{"amd64", "linux", nil, false},
		{"linux", "x86_64", nil, false},
		{"", "amd64", nil, false},
		{"linux", "", nil, false},
		{"linux_amd64", "amd64", nil, false},
		{"linux", "amd64", []string{"a b"}, false},
		{"linux", "amd64", []string{"!cgo"}, false},
	} {
		if err := checkBuild(c.goos, c.goarch, c.tags); (err == nil) != c.ok {
			t.Errorf("checkBuild(%q, %q, %q) = %v, want ok %v", c.goos, c.goarch, c.tags, err, c.ok)
		}
	}
}
