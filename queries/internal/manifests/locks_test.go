package manifests

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLocked(t *testing.T) {
	for file, text := range map[string]string{
		"web/package-lock.json": `{"packages": {"": {"version": "9"}, "node_modules/@a/b": {"version": "1.2.3"}, "node_modules/c/node_modules/@a/b": {"version": "0.1.0"}}}`,
		"composer.lock":         `{"packages": [{"name": "@a/b", "version": "1.2.3"}], "packages-dev": []}`,
		"Cargo.lock":            "version = 4\n\n[[package]]\nname = \"@a/b\"\nversion = \"1.2.3\"\n",
		"uv.lock":               "[[package]]\r\nname = \"@a/b\"\r\nversion = \"1.2.3\"\r\n",
	} {
		got := map[string]string{}
		for name, d := range Locked(file, text) {
			got[name] = d.Version
		}
		if diff := cmp.Diff(map[string]string{"@a/b": "1.2.3"}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
		if got := Locked(file, "{[broken"); len(got) != 0 {
			t.Errorf("%s, broken: %v", file, got)
		}
	}
	got := Locked("Gemfile.lock", "GEM\n  specs:\n    rack (3.1.0)\n      nio (~> 2)\n\nDEPENDENCIES\n  rack\n")
	if diff := cmp.Diff(map[string]Dependency{"rack": {Version: "3.1.0", Line: 3}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
