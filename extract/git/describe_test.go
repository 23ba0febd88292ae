package git

import "testing"

func TestRemoteName(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/a/b":                "github.com/a/b",
		"https://user:token@GitHub.com/a/b.git": "github.com/a/b",
		"https://example.com:8443/a/b.git/":     "example.com/a/b",
		"http://example.com/a.git?x=y":          "example.com/a",
		"ssh://git@example.com:2222/a/b.git":    "example.com/a/b",
		"git://example.com/a":                   "example.com/a",
		"git@github.com:a/b.git":                "github.com/a/b",
		"example.com:a/b":                       "example.com/a/b",
		"git@example.com:/srv/a.git":            "example.com/srv/a",

		"/srv/git/a.git":      "",
		"../a.git":            "",
		"file:///srv/a.git":   "",
		`C:\git\a`:            "",
		"C:/git/a":            "",
		"./dir:with/colon":    "",
		"ext::sh -c touch% x": "",
		"https:///a":          "",
		"https://example.com": "",
		"https://e.com/a\nb":  "",
		"":                    "",
	} {
		if got := remoteName(remote); got != want {
			t.Errorf("remoteName(%q) = %q, want %q", remote, got, want)
		}
	}
}
