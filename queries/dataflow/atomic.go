package dataflow

import (
	"context"
	"regexp"

	"github.com/cortex-index/cortex/queries/internal/flow"
)

// atomicOperation matches a function or method of sync/atomic.
var atomicOperation = regexp.MustCompile(`^sync/atomic\.([A-Z]\w*\.)?(Load|Store|Add|Swap|CompareAndSwap|And|Or)(?:[A-Z]\w*)?$`)

// settleAtomics gives steps that pass a value to sync/atomic, by its address or as the receiver, their roles. The package writes and
// reads the value, and keeps no address.
func (f *follower) settleAtomics(ctx context.Context) error {
	passed := func(s step) bool {
		return s.end.Kind == flow.Receiver || s.Role == address && s.end.Kind == flow.Argument && s.end.Number == 0
	}
	var ids []int32
	for _, s := range f.steps {
		if passed(s) {
			ids = append(ids, f.files.Symbol(s.fileID, s.end.At))
		}
	}
	if err := f.describeSymbols(ctx, ids); err != nil {
		return err
	}
	for i, s := range f.steps {
		m := atomicOperation.FindStringSubmatch(f.symbols[f.files.Symbol(s.fileID, s.end.At)].name)
		if m == nil || !passed(s) {
			continue
		}
		operation, number := m[2], 0
		if m[1] == "" {
			number++ // after the address
		}
		if operation == "CompareAndSwap" {
			number++ // after the old value
		}
		s.Role, s.Use = "read", "atomic "+atomicWords[operation]
		f.steps[i] = s
		values, ok := f.files.File(s.fileID).Arguments(s.end.At, number, false)
		if operation == "Load" || !ok {
			continue
		}
		s.Role, s.Text, s.end = "write", values[0].Text, values[0].Next
		if operation == "Store" {
			f.steps[i] = s
		} else {
			f.steps = append(f.steps, s)
		}
	}
	return nil
}

var atomicWords = map[string]string{"CompareAndSwap": "compare and swap", "Load": "load", "Store": "store", "Add": "add", "Swap": "swap", "And": "and", "Or": "or"}
