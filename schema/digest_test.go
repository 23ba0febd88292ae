package schema

import (
	"reflect"
	"testing"
	"time"
)

// TestDigest compares digests with values that another program computed, because SQL must compute the
// same.
func TestDigest(t *testing.T) {
	for _, test := range []struct {
		name string
		row  int64
		v    any
		want uint64
	}{
		{"an integer", 0, int32(7), 7},
		{"its weight", 4, int32(7), 35},
		{"the weight starts again", DigestModulus, int32(7), 7},
		{"the low half of a long integer", 0, int64(1<<32 + 5), 5},
		{"true", 2, true, 3},
		{"false", 2, false, 0},
		{"a string", 0, "abc", 0x98500190}, // md5sum: 90015098 3cd24fb0 …
		{"an empty string", 0, "", 0xd98c1dd4},
		{"a time", 1, time.UnixMicro(1<<33 + 9), 18},
	} {
		var d ColumnDigest
		d.Add(test.row, reflect.ValueOf(test.v))
		if want := (ColumnDigest{NonNull: 1, Sum: test.want}); d != want {
			t.Errorf("%s: %+v, want %+v", test.name, d, want)
		}
	}
	var added, summed ColumnDigest
	added.Add(11, reflect.ValueOf("text"))
	summed.AddSum(11, SumOf("text"))
	if added != summed {
		t.Errorf("Add gives %+v, AddSum %+v", added, summed)
	}
}
