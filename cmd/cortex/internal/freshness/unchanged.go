package freshness

import (
	"reflect"

	"github.com/cortex-index/cortex/schema"
)

// Unchanged reports whether an extraction with the repository, options and inputs of now would give the index with the manifest old. It is
// false when the inputs of one are not all known.
func Unchanged(old, now schema.Manifest) bool {
	return old.Inputs != nil && now.Inputs != nil && old.FormatVersion == now.FormatVersion && old.Generator == now.Generator &&
		old.Repository == now.Repository && reflect.DeepEqual(old.Options, now.Options) && reflect.DeepEqual(old.Inputs, now.Inputs)
}
