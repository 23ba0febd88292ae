package queries

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	duckdb "github.com/marcboeker/go-duckdb/v2"
)

// maxExact is the largest integer that every reader of JSON keeps exact.
const maxExact = 1 << 53

// Numeral is a number as text, for numbers that JSON or some of its readers cannot keep exact. It marshals to a string.
type Numeral string

// Value converts a value of DuckDB into one that can be shown and marshalled. The result is nil, bool,
// int64, float64, [Numeral] or string; for nested types []any and map[string]any of these. The type has
// the driver's name; it is empty when unknown. Integers beyond 2^53, decimals, and floats that are not
// finite become numerals. Times, intervals and UUIDs become strings, and bytes become hexadecimal text.
func Value(v any, typeName string) any {
	switch v := v.(type) {
	case nil, bool, string:
		return v
	case int8:
		return int64(v)
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case int64:
		return exactInteger(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case uint64:
		if v > maxExact {
			return Numeral(strconv.FormatUint(v, 10))
		}
		return int64(v)
	case *big.Int:
		if v.IsInt64() {
			return exactInteger(v.Int64())
		}
		return Numeral(v.String())
	case float32:
		// The shortest number that reads back as the same float32.
		f, _ := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64)
		return finite(f)
	case float64:
		return finite(v)
	case duckdb.Decimal:
		return Numeral(decimal(v))
	case duckdb.Interval:
		return interval(v)
	case duckdb.UUID:
		return v.String()
	case duckdb.Map:
		return mappingOf(v, typeName)
	case duckdb.Union:
		return Value(v.Value, memberTypes(typeName)[v.Tag])
	case time.Time:
		return moment(v, typeName)
	case []byte:
		if typeName == "UUID" && len(v) == 16 {
			return (*duckdb.UUID)(v).String()
		}
		return hex.EncodeToString(v)
	case []any:
		element := elementType(typeName)
		out := make([]any, len(v))
		for i := range v {
			out[i] = Value(v[i], element)
		}
		return out
	case map[string]any:
		members := memberTypes(typeName)
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = Value(v[k], members[k])
		}
		return out
	}
	return fmt.Sprint(v)
}

// moment formats a date, a time of day or a moment in UTC; it may be infinite.
func moment(t time.Time, typeName string) string {
	if s := infinite(t, typeName); s != "" {
		return s
	}
	switch typeName {
	case "DATE":
		return t.UTC().Format("2006-01-02")
	case "TIME":
		return t.UTC().Format("15:04:05.999999")
	case "TIMETZ":
		return t.UTC().Format("15:04:05.999999Z07:00")
	}
	return t.UTC().Format("2006-01-02T15:04:05.999999999Z07:00")
}

// infinite returns "infinity" or "-infinity" for the largest and smallest count of the type's units
// since 1970, and otherwise an empty string.
func infinite(t time.Time, typeName string) string {
	n, greatest := t.UnixMicro(), int64(math.MaxInt64)
	switch typeName {
	case "DATE":
		n, greatest = t.Unix()/secondsOfDay, math.MaxInt32
	case "TIMESTAMP_S":
		n = t.Unix()
	case "TIMESTAMP_MS":
		n = t.UnixMilli()
	case "TIMESTAMP_NS":
		n = t.UnixNano()
	}
	switch n {
	case greatest:
		return "infinity"
	case -greatest:
		return "-infinity"
	}
	return ""
}

const secondsOfDay = 24 * 60 * 60

func exactInteger(n int64) any {
	if n > maxExact || n < -maxExact {
		return Numeral(strconv.FormatInt(n, 10))
	}
	return n
}

func finite(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Numeral(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return f
}

// decimal formats a decimal with all its places.
func decimal(d duckdb.Decimal) string {
	if d.Value == nil {
		return "0"
	}
	digits := new(big.Int).Abs(d.Value).String()
	scale := int(d.Scale)
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale-len(digits)+1) + digits
	}
	if scale > 0 {
		digits = digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
	}
	if d.Value.Sign() < 0 {
		return "-" + digits
	}
	return digits
}

// interval formats an interval by ISO 8601.
func interval(i duckdb.Interval) string {
	seconds := new(big.Rat).SetFrac64(i.Micros, 1_000_000)
	s := strings.TrimRight(strings.TrimRight(seconds.FloatString(6), "0"), ".")
	return fmt.Sprintf("P%dM%dDT%sS", i.Months, i.Days, s)
}

// mappingOf returns a map with text keys, or a list of pairs when two keys have the same text.
func mappingOf(m duckdb.Map, typeName string) any {
	keys, values := mapTypes(typeName)
	out := make(map[string]any, len(m))
	pairs := make([]any, 0, len(m))
	for k, v := range m {
		key, value := Value(k, keys), Value(v, values)
		out[fmt.Sprint(key)] = value
		pairs = append(pairs, []any{key, value})
	}
	if len(out) == len(m) {
		return out
	}
	sort.Slice(pairs, func(i, j int) bool { return fmt.Sprint(pairs[i]) < fmt.Sprint(pairs[j]) })
	return pairs
}

// HoldsJSON reports whether a value of DuckDB has JSON in a struct or map: the driver decodes it and names its type VARCHAR.
func HoldsJSON(v any, typeName string) bool {
	switch v := v.(type) {
	case nil, string:
		return false
	case []any:
		element := elementType(typeName)
		return typeName == "VARCHAR" || slices.ContainsFunc(v, func(e any) bool { return HoldsJSON(e, element) })
	case map[string]any:
		members := memberTypes(typeName)
		for k, e := range v {
			if typeName == "VARCHAR" || HoldsJSON(e, members[k]) {
				return true
			}
		}
	case duckdb.Map:
		_, values := mapTypes(typeName)
		for _, e := range v {
			if HoldsJSON(e, values) {
				return true
			}
		}
	}
	return typeName == "VARCHAR"
}

// ParseJSON converts JSON text into a value of [Value] with exact integers. Other text remains text.
func ParseJSON(text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return text
	}
	return exactNumbers(v)
}

func exactNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, ok := new(big.Int).SetString(v.String(), 10); ok {
			return Value(n, "")
		}
		f, err := v.Float64()
		if err != nil {
			return Numeral(v.String())
		}
		return finite(f)
	case []any:
		for i := range v {
			v[i] = exactNumbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exactNumbers(v[k])
		}
	}
	return v
}
