package queries

import (
	"encoding/json"
	"testing"
)

// TestValue converts a value of every type of DuckDB.
func TestValue(t *testing.T) {
	ix := openText(t, "function a.F")
	for expression, want := range map[string]string{
		"NULL": `null`, "true": `true`, "1::TINYINT": `1`, "-2::SMALLINT": `-2`, "3::INTEGER": `3`, "4::BIGINT": `4`,
		"9007199254740993": `"9007199254740993"`, "1::UTINYINT": `1`, "2::USMALLINT": `2`, "3::UINTEGER": `3`, "18446744073709551615::UBIGINT": `"18446744073709551615"`,
		"170141183460469231731687303715884105727::HUGEINT": `"170141183460469231731687303715884105727"`, "5::HUGEINT": `5`,
		"1.5::FLOAT": `1.5`, "0.1::FLOAT": `0.1`, "0.1::DOUBLE": `0.1`, "'nan'::DOUBLE": `"NaN"`, "'-inf'::DOUBLE": `"-Inf"`,
		"-0.05::DECIMAL(9,3)": `"-0.050"`, "12345678901234567890.12::DECIMAL(30,2)": `"12345678901234567890.12"`, "7::DECIMAL(3,0)": `"7"`,
		"'a\nb'": `"a\nb"`, "'\\x01\\xff'::BLOB": `"01ff"`,
		"DATE '2024-02-29'": `"2024-02-29"`, "TIME '01:02:03.5'": `"01:02:03.5"`,
		"TIMESTAMP '2024-01-02 03:04:05.678901'": `"2024-01-02T03:04:05.678901Z"`, "TIMESTAMPTZ '2024-01-02 03:04:05+02'": `"2024-01-02T01:04:05Z"`,
		"TIMESTAMP_NS '2024-01-02 03:04:05.123456789'": `"2024-01-02T03:04:05.123456789Z"`,
		"INTERVAL '1 year 2 days 3.5 seconds'":         `"P12M2DT3.5S"`, "INTERVAL '-1 second'": `"P0M0DT-1S"`,
		"'12345678-1234-1234-1234-123456789abc'::UUID": `"12345678-1234-1234-1234-123456789abc"`,
		"[1, NULL, 3]": `[1,null,3]`, "[[1], []]": `[[1],[]]`, "[1, 2]::INTEGER[2]": `[1,2]`, "{'a': 1, 'b': [DATE '2024-01-01']}": `{"a":1,"b":["2024-01-01"]}`,
		"[TIME '01:02:03', NULL]": `["01:02:03",null]`, "[[DATE '2024-01-01']]": `[["2024-01-01"]]`, "[DATE '2024-01-01']::DATE[1]": `["2024-01-01"]`,
		"{'d': 1.50::DECIMAL(5,2), 'u': '12345678-1234-1234-1234-123456789abc'::UUID, 'm': MAP {DATE '2024-01-01': [TIME '01:02:03']}}": `{"d":"1.50","m":{"2024-01-01":["01:02:03"]},"u":"12345678-1234-1234-1234-123456789abc"}`,
		`{'q"u, o)t(e': TIME '01:02:03', 'b': DATE '2024-01-01'}`:                                                                       `{"b":"2024-01-01","q\"u, o)t(e":"01:02:03"}`, "[9007199254740993, 1]": `["9007199254740993",1]`,
		"union_value(n := DATE '2024-01-01')": `"2024-01-01"`, "TIMETZ '01:02:03+05'": `"20:02:03Z"`, "DATE '0044-01-01 (BC)'": `"-0043-01-01"`,
		"'infinity'::DATE": `"infinity"`, "'-infinity'::DATE": `"-infinity"`, "'infinity'::TIMESTAMP": `"infinity"`, "'-infinity'::TIMESTAMP": `"-infinity"`,
		"'infinity'::TIMESTAMP_S": `"infinity"`, "'-infinity'::TIMESTAMP_MS": `"-infinity"`, "'infinity'::TIMESTAMP_NS": `"infinity"`, "'-infinity'::TIMESTAMPTZ": `"-infinity"`,
		"'9007199254740992'::BIGINT": `9007199254740992`, "'-9007199254740993'::BIGINT": `"-9007199254740993"`, "'9007199254740993'::UBIGINT": `"9007199254740993"`,
		"MAP {'k': 1, 'j': 2}": `{"j":2,"k":1}`, "MAP {1: 'x'}": `{"1":"x"}`, "'b'::ENUM('a', 'b')": `"b"`, "union_value(n := 5)": `5`, `'{"a": [1]}'::JSON`: `{"a":[1]}`,
	} {
		v, typeName, err := one(ix, expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		got, err := json.Marshal(Value(v, typeName))
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if string(got) != want {
			t.Errorf("%s: got %s (from %T), want %s", expression, got, v, want)
		}
	}
}

func one(ix *Index, expression string) (v any, typeName string, err error) {
	rows, err := ix.db.Query("SELECT " + expression)
	if err != nil {
		return nil, "", err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, "", err
	}
	for rows.Next() {
		err = rows.Scan(&v)
	}
	return v, types[0].DatabaseTypeName(), err
}
