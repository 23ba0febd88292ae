package emit

import (
	"strings"

	"github.com/apache/arrow/go/v17/parquet"

	"github.com/cortex-index/cortex/schema"
)

// encoding is the Parquet encoding of a column.
type encoding struct {
	dictionary bool
	values     parquet.Encoding // of the values, when there is no dictionary
	statistics bool
}

// encodingOf returns the encoding of a table's column, by its type and its name.
//
// DESIGN: bytes of a column for the root module of prometheus (276,000 refs, 92,000 calls,
// 26,000 symbols), zstd level 3, row groups of 50,000, as plain / dictionary / delta:
//
//	refs.symbol_id      44k  175k   18k     calls.callee_id    15k   55k    7k
//	refs.file_id        86k  107k  111k     calls.caller_id    93k  161k  106k
//	refs.start_line    455k  602k  423k     calls.start_pos   368k  463k  206k
//	refs.start_column  219k  158k  215k     calls.start_column 71k   50k   68k
//	refs.end_column    228k  167k  216k     calls.callee_name 102k  112k  105k
//	refs.role           51k   21k   58k     symbols.symbol    209k  254k  191k
//	refs.enclosing_id  220k  374k  274k     symbols.name      129k  147k  122k
//	symbols.ref_count   22k   18k   24k     symbols.signature 356k  390k  359k
//
// Result: delta for near neighbours (the leading sort column, lines, offsets), a dictionary for few
// values (columns, counts, enumerations, paths, names of callees), and plain for scattered ids. Zstd
// level 9 saves 6 % of the largest columns in 1.2 times the time.
//
// DELTA_BINARY_PACKED of INT32 is correct only while the differences of neighbours span less
// than 2^32: hence no negative integers. The library writes DELTA_BYTE_ARRAY and RLE
// booleans wrongly when a column has more than one page: never use them.
func encodingOf(t *schema.Table, c schema.Column) encoding {
	plain := encoding{values: parquet.Encodings.Plain, statistics: true}
	dictionary := encoding{values: parquet.Encodings.Plain, statistics: true, dictionary: true}
	switch c.Type {
	case schema.Int32:
		switch {
		case c.Name == t.Sort[0], strings.HasSuffix(c.Name, "_line"), strings.HasSuffix(c.Name, "_pos"):
			return encoding{values: parquet.Encodings.DeltaBinaryPacked, statistics: true}
		case strings.HasSuffix(c.Name, "_id"):
			return plain
		}
		return dictionary
	case schema.String:
		switch {
		case c.Values != nil, fewValues[c.Name]:
			return dictionary
		case longText[c.Name]:
			return encoding{values: parquet.Encodings.Plain}
		}
		return encoding{values: parquet.Encodings.DeltaLengthByteArray, statistics: true}
	}
	return plain
}

// fewValues names the strings that repeat.
var fewValues = map[string]bool{
	"language": true, "module_path": true, "file_path": true, "package_path": true,
	"imported_module": true, "imported_module_path": true, "alias": true, "callee_name": true,
}

// longText names the strings whose least and greatest value are useless.
var longText = map[string]bool{
	"content": true, "doc": true, "signature": true, "message": true, "arguments": true, "tag": true,
}

// rowGroupRows is the number of rows in each row group of a table but the last.
//
// DESIGN: DuckDB skips a row group whose least and greatest value exclude the wanted one.
// With 1.1 million refs, 92,000 calls and 26,000 symbols, warm, median of 15:
//
//	rows of a group                10,240   20,000   50,000  122,880
//	refs of one symbol             5.3 ms   3.5 ms   2.9 ms   4.1 ms
//	callers to depth 3             2.1 ms   2.0 ms   2.0 ms   2.6 ms
//	callees of one function        2.4 ms   2.3 ms   3.0 ms   5.2 ms
//	one symbol, all columns        5.1 ms   8.3 ms   9.1 ms   8.7 ms
//	bytes of refs                 4,610 k  4,478 k  4,382 k  4,510 k
//	bytes of symbols              1,280 k  1,266 k  1,254 k  1,254 k
//
// Thus wide tables with much text get small row groups, and narrow tables large ones. The
// numbers are multiples of 2,048, the rows of a vector in DuckDB.
func rowGroupRows(t *schema.Table) int {
	switch t {
	case schema.Contents:
		return 64 // a snippet reads one row group: about 1 MB of text
	case schema.Symbols, schema.Functions, schema.Types:
		return 10_240
	}
	return 51_200
}

// rowGroupText is the number of bytes of text after which a row group ends: an Arrow string
// array and a page hold less than 2 GiB.
const rowGroupText = 16 << 20

// maxText is the length of the longest string, for the same reason.
const maxText = 1 << 30
