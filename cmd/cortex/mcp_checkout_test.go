package main

import "testing"

// An index that names no commit says why.
func TestMCPNoCommit(t *testing.T) {
	tree := copied(t, "shop")
	says := func(why string) {
		t.Helper()
		run(t, tree, "cortex", "extract", "--quiet")
		wantIn(t, serve(t, tree).read(t, "cortex://index"), []string{"  repository example.com/shop, no commit: " + why + "\n"}, "commit ,", "with changes")
	}
	says("not in git")
	run(t, tree, "git", "init", "-q")
	says("nothing was committed yet")
}
