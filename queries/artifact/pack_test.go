package artifact

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// The date of each header of a zip, before the entries and in the directory, is 1980-01-01.
func TestPackDates(t *testing.T) {
	dir, m := sampleIndex(t)
	var packed bytes.Buffer
	if err := Pack(t.Context(), dir, &packed); err != nil {
		t.Fatal(err)
	}
	for _, header := range []struct {
		signature string
		time      int // the offset of the time and the date
	}{{"PK\x03\x04", 10}, {"PK\x01\x02", 12}} {
		found := 0
		for rest := packed.Bytes(); ; found++ {
			at := bytes.Index(rest, []byte(header.signature))
			if at < 0 {
				break
			}
			rest = rest[at:]
			if clock, date := binary.LittleEndian.Uint16(rest[header.time:]), binary.LittleEndian.Uint16(rest[header.time+2:]); clock != 0 || date != 1<<5|1 {
				t.Errorf("header %q %d: time %#x, date %#x", header.signature, found, clock, date)
			}
			rest = rest[len(header.signature):]
		}
		if want := len(m.Tables) + 1; found != want {
			t.Errorf("%d headers %q, want %d", found, header.signature, want)
		}
	}
}
