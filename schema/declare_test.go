package schema

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// byColumns orders two rows by the declared sort columns: NULL first, strings by bytes. It reads the
// declaration plainly, to compare Compare with it.
func byColumns(t *Table, a, b reflect.Value) int {
	for _, name := range t.Sort {
		c, _ := t.Column(name)
		x, xok := c.Value(a)
		y, yok := c.Value(b)
		order := 0
		switch {
		case !xok || !yok:
			order = map[bool]int{true: 1}[xok] - map[bool]int{true: 1}[yok]
		case c.Type == String:
			order = strings.Compare(x.String(), y.String())
		case c.Type == Boolean:
			order = map[bool]int{true: 1}[x.Bool()] - map[bool]int{true: 1}[y.Bool()]
		default:
			order = cmp.Compare(x.Int(), y.Int())
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

// randomRow takes each value from a short list: many rows agree in many columns.
func randomRow(rnd *rand.Rand, t *Table) reflect.Value {
	row := reflect.New(t.row).Elem()
	for _, c := range t.Columns {
		f := row.Field(c.field)
		switch {
		case c.Nullable && rnd.IntN(3) == 0:
			if c.Type == Int32 || c.Type == Int64 {
				f.SetInt(c.nullInt)
			}
		case c.Values != nil:
			f.SetString(c.Values[rnd.IntN(len(c.Values))])
		case c.Type == String:
			f.SetString([]string{"a", "a/b", "a.b", "B", "é"}[rnd.IntN(5)])
		case c.Type == Timestamp:
			f.Set(reflect.ValueOf(time.UnixMicro(rnd.Int64N(3) + 1).UTC()))
		case c.Type == Boolean:
			f.SetBool(rnd.IntN(2) == 0)
		default:
			f.SetInt(int64(rnd.IntN(3)) + 1)
		}
	}
	return row
}

// TestCompareAgreesWithSort shows that Compare orders rows by the declared sort columns.
func TestCompareAgreesWithSort(t *testing.T) {
	for _, table := range Tables() {
		rnd := rand.New(rand.NewPCG(1, 2))
		seen := map[int]int{}
		for range 3000 {
			a, b := randomRow(rnd, table), randomRow(rnd, table)
			for _, name := range table.Sort { // often agree in a part of the key
				if c, _ := table.Column(name); rnd.IntN(3) > 0 {
					b.Field(c.field).Set(a.Field(c.field))
				}
			}
			got, want := table.Compare(a.Interface(), b.Interface()), byColumns(table, a, b)
			if cmp.Compare(got, 0) != want {
				t.Fatalf("%s: Compare gives %d and the columns %v give %d for\n%+v\n%+v", table.Name, got, table.Sort, want, a, b)
			}
			seen[want]++
		}
		if len(seen) < 3 {
			t.Errorf("%s: only %v was tried", table.Name, seen)
		}
	}
}

// TestSortDeterminesKey shows that rows with different primary keys have different sort keys.
func TestSortDeterminesKey(t *testing.T) {
	for _, table := range Tables() {
		for _, name := range table.Key {
			if !slices.Contains(table.Sort, name) {
				t.Errorf("%s: %s is in the key and not in the sort key: the order of rows may depend on chance", table.Name, name)
			}
		}
		for _, names := range [][]string{table.Key, table.Sort} {
			if sorted := slices.Sorted(slices.Values(names)); len(names) == 0 || len(slices.Compact(sorted)) != len(names) {
				t.Errorf("%s: key %v is empty or names a column twice", table.Name, names)
			}
		}
	}
}

func TestDisorder(t *testing.T) {
	for _, test := range []struct {
		ids  []int32
		want int
	}{{nil, -1}, {[]int32{5}, -1}, {[]int32{1, 2, 9}, -1}, {[]int32{1, 2, 2}, 2}, {[]int32{3, 1, 0}, 1}} {
		rows := make([]File, len(test.ids))
		for i, id := range test.ids {
			rows[i].FileID = id
		}
		if got := Files.Disorder(rows); got != test.want {
			t.Errorf("Disorder of %v is %d, want %d", test.ids, got, test.want)
		}
	}
}

// TestRowsEach shows that Each passes every table that is not derived once, in the order of Tables, and
// that Tables has the derived ones last.
func TestRowsEach(t *testing.T) {
	var rows Rows
	v := reflect.ValueOf(&rows).Elem()
	for i := range v.NumField() {
		v.Field(i).Set(reflect.MakeSlice(v.Field(i).Type(), i+1, i+1))
	}
	var got []string
	err := rows.Each(func(rows any) error {
		table, ok := TableOf(reflect.TypeOf(rows).Elem())
		if !ok {
			t.Fatalf("%T is no slice of rows", rows)
		}
		got = append(got, fmt.Sprintf("%s %d", table.Name, reflect.ValueOf(rows).Len()))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, table := range Tables() {
		if table.Derived != (i >= v.NumField()) {
			t.Errorf("table %d of %d, %s, is derived: %t", i+1, len(Tables()), table.Name, table.Derived)
		}
		if table.Derived {
			continue
		}
		want = append(want, fmt.Sprintf("%s %d", table.Name, i+1))
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("tables and number of rows (-want +got):\n%s", diff)
	}
	stop := fmt.Errorf("stop")
	calls := 0
	if err := rows.Each(func(any) error { calls++; return stop }); err != stop || calls != 1 {
		t.Errorf("after an error: %d calls, %v", calls, err)
	}
}

// TestRefs shows that every ref tag names a column of the same type.
func TestRefs(t *testing.T) {
	found := 0
	for _, table := range Tables() {
		for _, c := range table.Columns {
			if c.Ref == "" {
				continue
			}
			found++
			name, column, _ := strings.Cut(c.Ref, ".")
			to, ok := Lookup(name)
			if !ok {
				t.Errorf("%s.%s refers to %s, and there is no such table", table.Name, c.Name, c.Ref)
				continue
			}
			if target, ok := to.Column(column); !ok || target.Type != c.Type || target.Nullable {
				t.Errorf("%s.%s (%s) refers to %s, which is %+v", table.Name, c.Name, c.Type, c.Ref, target)
			}
		}
	}
	if found == 0 {
		t.Error("no column refers to another")
	}
}

// TestFieldIDs shows that field ids and columns stay as version2 lists them.
func TestFieldIDs(t *testing.T) {
	for _, table := range Tables() {
		var got []string
		for i, c := range table.Columns {
			if c.FieldID != int32(i+1) {
				t.Errorf("%s.%s has field id %d in place %d", table.Name, c.Name, c.FieldID, i+1)
			}
			null := ""
			if c.Nullable {
				null = "?"
			}
			got = append(got, fmt.Sprintf("%s:%s%s", c.Name, c.Type, null))
		}
		if diff := gocmp.Diff(strings.Fields(version2[table.Name]), got); diff != "" {
			t.Errorf("%s is not as it was in format version 1 (-want +got):\n%s", table.Name, diff)
		}
	}
	if len(version2) != len(Tables()) {
		t.Errorf("%d tables, want %d", len(Tables()), len(version2))
	}
}
