package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// tally counts the facts of two sets, and keeps examples of facts that one set lacks.
type tally struct {
	name             string
	want, got, both  int
	missed, invented map[string]*class // by reason; empty for none
}

type class struct {
	count    int
	examples []string
}

// maxExamples is the number of kept facts of a class.
const maxExamples = 40

func newTally(name string) *tally {
	return &tally{name: name, missed: map[string]*class{}, invented: map[string]*class{}}
}

// compareFacts counts facts. The values of want are the reasons why got may lack the fact.
// invented returns the reason why only got has a fact.
func compareFacts[F comparable](y *tally, want, got map[F]string, invented func(F) string) {
	y.want, y.got = y.want+len(want), y.got+len(got)
	for f, reason := range want {
		if _, ok := got[f]; ok {
			y.both++
		} else {
			keep(y.missed, reason, fmt.Sprint(f))
		}
	}
	for f := range got {
		if _, ok := want[f]; !ok {
			keep(y.invented, invented(f), fmt.Sprint(f))
		}
	}
}

func keep(classes map[string]*class, reason, fact string) {
	c := classes[reason]
	if c == nil {
		c = &class{}
		classes[reason] = c
	}
	if c.count++; len(c.examples) < maxExamples {
		c.examples = append(c.examples, fact)
	}
}

// report prints the figures and the classes. It fails the test for each fact without a reason.
func (y *tally) report(t *testing.T) {
	t.Helper()
	if y.want == 0 {
		t.Fatalf("%s: the oracle has no fact to compare", y.name)
	}
	recall, precision := float64(y.both)/float64(y.want), float64(y.both)/float64(max(1, y.got))
	t.Logf("%s: %d of the oracle, %d of the index, %d of both: recall %.4f, precision %.4f", y.name, y.want, y.got, y.both, recall, precision)
	y.list(t, "missed", y.missed)
	y.list(t, "invented", y.invented)
	if recall < wantRecall {
		t.Errorf("%s: recall is %.4f, less than %.2f", y.name, recall, wantRecall)
	}
}

func (y *tally) list(t *testing.T, what string, classes map[string]*class) {
	t.Helper()
	for _, reason := range slices.Sorted(maps.Keys(classes)) {
		c := classes[reason]
		if reason != "" {
			t.Logf("  %s %d: %s, such as\n\t%s", what, c.count, reason, strings.Join(c.examples[:min(3, len(c.examples))], "\n\t"))
			continue
		}
		t.Errorf("  %s %d without a reason:\n\t%s", what, c.count, strings.Join(c.examples, "\n\t"))
	}
}

// TestTallyFindsDifferences checks that the tally counts planted differences.
func TestTallyFindsDifferences(t *testing.T) {
	y := newTally("planted")
	compareFacts(y, map[string]string{"a": "", "b": "known", "c": ""}, map[string]string{"a": "", "d": ""}, func(string) string { return "" })
	if y.want != 3 || y.got != 2 || y.both != 1 || y.missed["known"].count != 1 || y.missed[""].count != 1 || y.invented[""].examples[0] != "d" {
		t.Errorf("a planted difference was counted as %+v", y)
	}
}
