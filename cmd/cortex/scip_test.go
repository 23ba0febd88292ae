package main

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"
	"google.golang.org/protobuf/encoding/protowire"
)

// writeSCIP writes a SCIP index of files in the current folder of the session. Each line of SPEC is one of these:
//
//	tool NAME VERSION
//	root URL
//	document PATH         the lines below are of this document
//	def LINE WORD SYMBOL  a definition at the first place of a word in a line of the file
//	ref LINE WORD SYMBOL  a use there; WORD@2 is the second place
//	at LINE START END SYMBOL
//	implements SYMBOL => SYMBOL
func writeSCIP(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, neg, len(args) == 2, "scip SPEC FILE")
	var index, document, tool, meta []byte
	var lines []string
	end := func() {
		if document != nil {
			index = field(index, 2, document)
		}
		document = nil
	}
	for _, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		parts := strings.SplitN(rest, " ", 3)
		switch word {
		case "tool":
			tool = field(field(nil, 1, []byte(parts[0])), 2, []byte(parts[1]))
		case "root":
			meta = field(nil, 3, []byte(rest))
		case "document":
			end()
			document = field(nil, 1, []byte(rest))
			text, _ := os.ReadFile(ts.MkAbs(rest)) // the file may be gone
			lines = strings.Split(string(text), "\n")
		case "def", "ref":
			n, err := strconv.Atoi(parts[0])
			ts.Check(err)
			name, nth, _ := strings.Cut(parts[1], "@")
			from := 0
			if nth == "2" {
				from = strings.Index(lines[n-1], name) + 1
			}
			i := strings.Index(lines[n-1][from:], name)
			if i < 0 {
				ts.Fatalf("line %d has no %s", n, name)
			}
			start := len(utf16.Encode([]rune(lines[n-1][:from+i])))
			role := uint64(0)
			if word == "def" {
				role = 1
			}
			document = field(document, 2, occurrence(n-1, start, start+len(utf16.Encode([]rune(name))), parts[2], role))
		case "at":
			n, _ := strconv.Atoi(parts[0])
			start, _ := strconv.Atoi(parts[1])
			to, symbol, _ := strings.Cut(parts[2], " ")
			e, _ := strconv.Atoi(to)
			document = field(document, 2, occurrence(n-1, start, e, symbol, 0))
		case "implements":
			from, to, _ := strings.Cut(rest, " => ")
			relation := protowire.AppendVarint(protowire.AppendTag(field(nil, 1, []byte(to)), 3, protowire.VarintType), 1)
			document = field(document, 3, field(field(nil, 1, []byte(from)), 4, relation))
		}
	}
	end()
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), append(field(nil, 1, field(meta, 2, tool)), index...), 0o666))
}

// field adds a field with bytes to a message.
func field(message []byte, number protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(message, number, protowire.BytesType), value)
}

func occurrence(line, start, end int, symbol string, role uint64) []byte {
	var at []byte
	for _, n := range []int{line, start, end} {
		at = protowire.AppendVarint(at, uint64(n))
	}
	o := field(field(nil, 1, at), 2, []byte(symbol))
	return protowire.AppendVarint(protowire.AppendTag(o, 3, protowire.VarintType), role)
}
