// Package sitter parses source text with tree-sitter grammars, and gives a tree as one flat list of nodes.
//
// The list is in source order: a node comes before its children. Walking it needs no call to C.
//
// # Limitations
//
// A parse ends after a minute, and nodes nested deeper than [MaxDepth] are left out, as are matches of more patterns at once than a limit.
// Time depends on the machine: only a hostile or huge file reaches the limit.
package sitter

/*
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// The part of tree_sitter/api.h that flattening needs, in the version that go.mod pins. Its folder is on no include path.
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
extern void ts_set_allocator(void *(*new_malloc)(size_t), void *(*new_calloc)(size_t, size_t), void *(*new_realloc)(void *, size_t), void (*new_free)(void *));
extern TSParser *ts_parser_new(void);
extern void ts_parser_delete(TSParser *self);
extern bool ts_parser_set_language(TSParser *self, const TSLanguage *language);
extern void ts_parser_set_timeout_micros(TSParser *self, uint64_t timeout);
extern void ts_parser_set_cancellation_flag(TSParser *self, const size_t *flag);
extern TSTree *ts_parser_parse_string(TSParser *self, const TSTree *old, const char *text, uint32_t length);
extern void ts_tree_delete(TSTree *self);
extern TSNode ts_tree_root_node(const TSTree *self);
extern uint32_t ts_node_descendant_count(TSNode self);
extern uint16_t ts_node_symbol(TSNode self);
extern uint32_t ts_node_start_byte(TSNode self);
extern uint32_t ts_node_end_byte(TSNode self);
extern bool ts_node_is_named(TSNode self);
extern bool ts_node_is_error(TSNode self);
extern bool ts_node_is_missing(TSNode self);
extern TSTreeCursor ts_tree_cursor_new(TSNode node);
extern void ts_tree_cursor_delete(TSTreeCursor *self);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *self);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *self);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *self);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *self);

typedef struct TSQuery TSQuery;
typedef struct TSQueryCursor TSQueryCursor;
typedef struct { TSNode node; uint32_t index; } TSQueryCapture;
typedef struct { uint32_t id; uint16_t pattern_index, capture_count; const TSQueryCapture *captures; } TSQueryMatch;
extern TSQuery *ts_query_new(const TSLanguage *language, const char *source, uint32_t length, uint32_t *error_offset, uint32_t *error_type);
extern uint32_t ts_query_capture_count(const TSQuery *self);
extern const char *ts_query_capture_name_for_id(const TSQuery *self, uint32_t index, uint32_t *length);
typedef struct { uint32_t type, value; } TSQueryPredicateStep;
extern uint32_t ts_query_pattern_count(const TSQuery *self);
extern const TSQueryPredicateStep *ts_query_predicates_for_pattern(const TSQuery *self, uint32_t pattern, uint32_t *count);
extern const char *ts_query_string_value_for_id(const TSQuery *self, uint32_t id, uint32_t *length);
extern TSQueryCursor *ts_query_cursor_new(void);
extern void ts_query_cursor_delete(TSQueryCursor *self);
typedef struct { void *payload; uint32_t offset; } TSQueryCursorState;
typedef struct { void *payload; bool (*progress)(TSQueryCursorState *state); } TSQueryCursorOptions;
extern void ts_query_cursor_exec_with_options(TSQueryCursor *self, const TSQuery *query, TSNode node, const TSQueryCursorOptions *options);
extern void ts_query_cursor_set_match_limit(TSQueryCursor *self, uint32_t limit);
extern bool ts_query_cursor_did_exceed_match_limit(const TSQueryCursor *self);
extern void ts_query_cursor_set_max_start_depth(TSQueryCursor *self, uint32_t depth);
extern void ts_query_cursor_set_timeout_micros(TSQueryCursor *self, uint64_t timeout);
extern bool ts_query_cursor_next_match(TSQueryCursor *self, TSQueryMatch *match);

typedef struct { uint16_t kind, field; uint32_t start, end, next, flags; } flat;
typedef struct { uint32_t match, pattern, name, start, end, kind; } capture;

// is_stopped tells a search to end.
static bool is_stopped(TSQueryCursorState *state) { return __atomic_load_n((size_t *)state->payload, __ATOMIC_RELAXED) != 0; }

// captures returns the captures of all matches of a query, which the caller frees, and NULL when there are none. A match below the depth limit
// is left out. Beyond either limit a search takes quadratic time, and writes outside of its memory from 65,536 matches at once.
static capture *captures(TSTree *tree, TSQuery *query, uint64_t timeout, uint32_t limit, uint32_t matches, size_t *stop, uint32_t *count, uint32_t *cut) {
	TSQueryCursor *c = ts_query_cursor_new();
	ts_query_cursor_set_timeout_micros(c, timeout);
	ts_query_cursor_set_max_start_depth(c, limit);
	ts_query_cursor_set_match_limit(c, matches);
	TSQueryCursorOptions options = {stop, is_stopped};
	ts_query_cursor_exec_with_options(c, query, ts_tree_root_node(tree), &options);
	capture *out = NULL;
	uint32_t n = 0, room = 0;
	TSQueryMatch m;
	for (uint32_t match = 0; ts_query_cursor_next_match(c, &m); match++) {
		if (n + m.capture_count > room) {
			room = 2 * room + m.capture_count + 1024;
			out = realloc(out, room * sizeof(capture));
		}
		for (uint16_t i = 0; i < m.capture_count; i++) {
			TSNode node = m.captures[i].node;
			out[n++] = (capture){match, m.pattern_index, m.captures[i].index, ts_node_start_byte(node), ts_node_end_byte(node), ts_node_symbol(node)};
		}
	}
	*cut += ts_query_cursor_did_exceed_match_limit(c);
	ts_query_cursor_delete(c);
	*count = n;
	return out;
}

// flatten writes the nodes of a tree to out, which has room for all of them, and returns their number. It leaves out the children of nodes
// at the depth limit. It returns 0 for a tree with too many hidden nodes in each other: each step would pass them all.
static uint32_t flatten(TSTree *tree, flat *out, uint32_t limit, uint32_t hidden, uint32_t *cut) {
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t n = 0, depth = 0;
	uint32_t *open = malloc((limit + 1) * sizeof(uint32_t));
	for (;;) {
		if (c.context[0] > hidden) { // the length of the cursor's stack
			ts_tree_cursor_delete(&c);
			free(open);
			return 0;
		}
		TSNode node = ts_tree_cursor_current_node(&c);
		out[n] = (flat){ts_node_symbol(node), ts_tree_cursor_current_field_id(&c), ts_node_start_byte(node), ts_node_end_byte(node), 0,
			(ts_node_is_named(node) ? 1 : 0) | (ts_node_is_error(node) ? 2 : 0) | (ts_node_is_missing(node) ? 4 : 0)};
		open[depth] = n++;
		if (depth < limit) {
			if (ts_tree_cursor_goto_first_child(&c)) {
				depth++;
				continue;
			}
		} else if (ts_node_descendant_count(node) > 1) {
			++*cut;
		}
		for (;;) {
			out[open[depth]].next = n;
			if (depth == 0) {
				ts_tree_cursor_delete(&c);
				free(open);
				return n;
			}
			if (ts_tree_cursor_goto_next_sibling(&c)) break;
			ts_tree_cursor_goto_parent(&c);
			depth--;
		}
	}
}

// use_malloc replaces the allocator of go-tree-sitter, which calls Go for each allocation.
static void use_malloc(void) { ts_set_allocator(malloc, calloc, realloc, free); }

static uint32_t count(TSTree *tree) { return ts_node_descendant_count(ts_tree_root_node(tree)); }
*/
import "C"

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

const (
	// MaxDepth is the depth below which nodes are left out.
	MaxDepth = 2000
	// maxHidden is the depth with the nodes that the grammar hides. Normal code has up to three around each other node.
	maxHidden = 10 * MaxDepth
	// maxMatches is the number of matches that a search may have begun at once.
	maxMatches = 4 * MaxDepth
	// timeout is the time of a parse in microseconds.
	//
	// DESIGN: a file of 8 MB takes 3 seconds, thus a loaded machine reads the same files. The number of steps of a parse would not depend
	// on the machine, but it is no bound: hostile code takes 15 seconds in fewer steps than common code.
	timeout = 60_000_000
)

// Grammar is the grammar of a language.
type Grammar struct {
	language  unsafe.Pointer
	kinds     []string
	isComment []bool // by kind
	fields    []string
}

// DESIGN: the allocator of go-tree-sitter took a quarter of the time of a parse.
var useMalloc = sync.OnceFunc(func() { C.use_malloc() })

func newGrammar(language unsafe.Pointer) *Grammar {
	useMalloc()
	l := ts.NewLanguage(language)
	g := &Grammar{language: language}
	for i := range l.NodeKindCount() {
		kind := l.NodeKindForId(uint16(i))
		g.kinds = append(g.kinds, kind)
		g.isComment = append(g.isComment, kind == "comment" || strings.HasSuffix(kind, "_comment"))
	}
	for i := range l.FieldCount() + 1 {
		g.fields = append(g.fields, l.FieldNameForId(uint16(i)))
	}
	return g
}

// Parser parses files of one grammar, one after the other. Close frees it.
type Parser struct {
	grammar *Grammar
	parser  *C.TSParser
	query   *Query
	stop    *atomic.Uintptr // not 0 when the work is to end
	pinner  runtime.Pinner
	release func() bool
}

// NewParser returns a parser for one goroutine. It reads nothing more once the context ends.
func NewParser(ctx context.Context, g *Grammar) *Parser {
	stop := &atomic.Uintptr{}
	p := &Parser{grammar: g, stop: stop, release: context.AfterFunc(ctx, func() { stop.Store(1) })}
	p.pinner.Pin(stop)
	p.open()
	return p
}

func (p *Parser) flag() *C.size_t { return (*C.size_t)(unsafe.Pointer(p.stop)) }

func (p *Parser) open() {
	p.parser = C.ts_parser_new()
	C.ts_parser_set_language(p.parser, (*C.TSLanguage)(p.grammar.language))
	C.ts_parser_set_timeout_micros(p.parser, timeout)
	C.ts_parser_set_cancellation_flag(p.parser, p.flag())
}

// Close frees the parser.
func (p *Parser) Close() {
	p.release()
	C.ts_parser_delete(p.parser)
	p.pinner.Unpin()
}

// Parse returns the tree of a text, or nil when the parse takes too long, or the tree is too deep or has too long an error.
func (p *Parser) Parse(text []byte) *Tree {
	var first *C.char
	if len(text) > 0 {
		first = (*C.char)(unsafe.Pointer(&text[0]))
	}
	tree := C.ts_parser_parse_string(p.parser, nil, first, C.uint32_t(len(text)))
	if tree == nil {
		// DESIGN: a parser that ran out of time while it balanced a tree fails an assertion at its next use, also after a reset.
		C.ts_parser_delete(p.parser)
		p.open()
		return nil
	}
	defer C.ts_tree_delete(tree)
	nodes := make([]node, C.count(tree))
	var cut C.uint32_t
	n := C.flatten(tree, (*C.flat)(unsafe.Pointer(&nodes[0])), MaxDepth, maxHidden, &cut)
	if n == 0 {
		return nil
	}
	t := &Tree{Text: text, grammar: p.grammar, nodes: nodes[:n], Cut: int(cut)}
	if p.query != nil && !t.match(tree, p.query, p.flag()) {
		return nil
	}
	return t
}

// node is one node of a tree, with the layout of flat in C.
type node struct {
	kind, field             uint16
	start, end, next, flags uint32
}

// Node is the number of a node in its tree, from 0 for the root; None is no node.
type Node int32

// None is no node.
const None Node = -1

// Tree is a parsed text.
type Tree struct {
	Text    []byte
	Cut     int // the number of nodes whose children are left out, and of searches that left out matches
	Matches []Match
	grammar *Grammar
	nodes   []node
}

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Kind returns the kind of a node as the grammar names it.
func (t *Tree) Kind(n Node) string {
	if k := int(t.nodes[n].kind); k < len(t.grammar.kinds) {
		return t.grammar.kinds[k]
	}
	return "ERROR"
}

// Field returns the name of the node's field in its parent, or an empty text.
func (t *Tree) Field(n Node) string { return t.grammar.fields[t.nodes[n].field] }

// Start returns the byte offset of a node.
func (t *Tree) Start(n Node) uint32 { return t.nodes[n].start }

// End returns the byte offset after a node.
func (t *Tree) End(n Node) uint32 { return t.nodes[n].end }

// Of returns the text of a node.
func (t *Tree) Of(n Node) string { return string(t.Text[t.nodes[n].start:t.nodes[n].end]) }

// IsNamed reports whether the node is no punctuation or keyword.
func (t *Tree) IsNamed(n Node) bool { return t.nodes[n].flags&1 != 0 }

// IsComment reports whether the node is a comment.
func (t *Tree) IsComment(n Node) bool {
	k := int(t.nodes[n].kind)
	return k < len(t.grammar.isComment) && t.grammar.isComment[k]
}

// IsError reports whether the text of the node does not fit the grammar, or the node stands for missing text.
func (t *Tree) IsError(n Node) bool { return t.nodes[n].flags&6 != 0 }

// IsLeaf reports whether a node has no children.
func (t *Tree) IsLeaf(n Node) bool { return t.nodes[n].next == uint32(n)+1 }

// After returns the number after the last descendant of a node.
func (t *Tree) After(n Node) Node { return Node(t.nodes[n].next) }

// First returns the first child of a node.
func (t *Tree) First(n Node) Node {
	if t.IsLeaf(n) {
		return None
	}
	return n + 1
}

// Children yields the named children of a node, without comments.
func (t *Tree) Children(n Node) func(yield func(Node) bool) {
	return func(yield func(Node) bool) {
		end := t.After(n)
		for c := n + 1; c < end; c = t.After(c) {
			if t.IsNamed(c) && !t.IsComment(c) && !yield(c) {
				return
			}
		}
	}
}

// Child returns the child of a node in a field, or None.
func (t *Tree) Child(n Node, field string) Node {
	end := t.After(n)
	for c := n + 1; c < end; c = t.After(c) {
		if t.Field(c) == field {
			return c
		}
	}
	return None
}

// Query is a compiled list of patterns of one grammar, in the query language of tree-sitter. Of the predicates only any-of? has an effect.
type Query struct {
	query *C.TSQuery
	names []string           // of the captures
	texts []map[string]texts // by pattern and capture
}

// texts are those that a captured node may have.
type texts map[string]bool

// NewQuery compiles patterns. An error names the line. Queries live as long as the program.
func NewQuery(g *Grammar, source string) (*Query, error) {
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	var offset, kind C.uint32_t
	q := &Query{query: C.ts_query_new((*C.TSLanguage)(g.language), text, C.uint32_t(len(source)), &offset, &kind)}
	if q.query == nil {
		at := min(int(offset), len(source))
		problem := [...]string{"an error", "a syntax error", "a node kind that the grammar has not", "a field that the grammar has not", "a capture that is not there",
			"a pattern that no tree can have", "another version of the grammar"}
		rest, _, _ := strings.Cut(source[at:], "\n")
		return nil, fmt.Errorf("line %d of the queries has %s: %s", strings.Count(source[:at], "\n")+1, problem[min(int(kind), len(problem)-1)], rest)
	}
	for i := range C.ts_query_capture_count(q.query) {
		var length C.uint32_t
		name := C.ts_query_capture_name_for_id(q.query, i, &length)
		q.names = append(q.names, C.GoStringN(name, C.int(length)))
	}
	for i := range C.ts_query_pattern_count(q.query) {
		q.texts = append(q.texts, q.anyOf(i))
	}
	return q, nil
}

// The steps of a predicate: its name as a text, then captures and texts, then the end.
const (
	stepCapture = 1
	stepText    = 2
)

// anyOf returns the texts of captures that the predicates any-of? of a pattern demand.
func (q *Query) anyOf(pattern C.uint32_t) map[string]texts {
	var n C.uint32_t
	first := C.ts_query_predicates_for_pattern(q.query, pattern, &n)
	all := map[string]texts{}
	name, capture := "", ""
	for _, step := range unsafe.Slice(first, n) {
		var length C.uint32_t
		switch {
		case step._type == stepCapture:
			capture = q.names[step.value]
			all[capture] = texts{}
		case step._type != stepText:
			name = ""
		default:
			value := C.ts_query_string_value_for_id(q.query, step.value, &length)
			if text := C.GoStringN(value, C.int(length)); name == "" {
				name = text
			} else if name == "any-of?" {
				all[capture][text] = true
			}
		}
	}
	return all
}

// Search makes the parser search each tree for the patterns of a query.
func (p *Parser) Search(q *Query) { p.query = q }

// Match is one place where a pattern of a query fits.
type Match struct {
	Pattern  int // the number of the pattern in the query, from 0
	Captures []Capture
}

// Capture is one captured node.
type Capture struct {
	Name string
	Node Node
}

// hasLongError reports whether an error has too many tokens without a node between them. At each of them a search passes all that follow.
func (t *Tree) hasLongError() bool {
	for n := range t.nodes {
		if t.nodes[n].flags&2 == 0 {
			continue
		}
		tokens := 0
		for c := Node(n + 1); c < t.After(Node(n)); c = t.After(c) {
			if tokens++; t.IsNamed(c) {
				tokens = 0
			}
			if tokens > maxHidden {
				return true
			}
		}
	}
	return false
}

// match searches the tree, and reports whether it could. It leaves out matches with a node below the depth limit.
func (t *Tree) match(tree *C.TSTree, q *Query, stop *C.size_t) bool {
	if t.hasLongError() {
		return false
	}
	var n, cut C.uint32_t
	begin := time.Now()
	list := C.captures(tree, q.query, timeout, MaxDepth, maxMatches, stop, &n, &cut)
	defer C.free(unsafe.Pointer(list))
	if time.Since(begin) >= timeout*time.Microsecond {
		return false
	}
	t.Cut += int(cut)
	last := C.uint32_t(0)
	for _, c := range unsafe.Slice(list, n) {
		at := t.find(node{kind: uint16(c.kind), start: uint32(c.start), end: uint32(c.end)})
		if len(t.Matches) == 0 || last != c.match {
			t.Matches = append(t.Matches, Match{Pattern: int(c.pattern)})
			last = c.match
		}
		m := &t.Matches[len(t.Matches)-1]
		m.Captures = append(m.Captures, Capture{q.names[c.name], at})
	}
	t.Matches = slices.DeleteFunc(t.Matches, func(m Match) bool {
		return slices.ContainsFunc(m.Captures, func(c Capture) bool {
			if c.Node == None {
				return true
			}
			want := q.texts[m.Pattern][c.Name]
			return want != nil && !want[t.Of(c.Node)]
		})
	})
	return true
}

// find returns the node with a place and a kind, or None. Nodes are in the order of their starts.
func (t *Tree) find(want node) Node {
	i, _ := slices.BinarySearchFunc(t.nodes, want.start, func(n node, start uint32) int { return cmp.Compare(n.start, start) })
	for ; i < len(t.nodes) && t.nodes[i].start == want.start; i++ {
		if t.nodes[i].end == want.end && t.nodes[i].kind == want.kind {
			return Node(i)
		}
	}
	return None
}
