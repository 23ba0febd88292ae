package python

import (
	_ "embed"

	"github.com/cortex-index/cortex/extract/resolve"
)

var (
	//go:embed builtins.txt
	builtinsText string
	//go:embed standard.txt
	standardText string
)

// builtins are the names that Python defines in every module.
var builtins = resolve.Words(builtinsText)

// standard are the modules of the standard library, up to their first dot.
var standard = resolve.Words(standardText)

var typeNames = resolve.TypeNames{
	Inner: resolve.Words("Optional Union Annotated Final ClassVar Required NotRequired ReadOnly"),
	Class: resolve.Words("Type type"),
	Last:  resolve.Words("Awaitable Coroutine Future Task"),
	Container: map[string]int{"list": 0, "List": 0, "set": 0, "Set": 0, "frozenset": 0, "FrozenSet": 0, "Sequence": 0, "MutableSequence": 0, "Iterable": 0, "Iterator": 0,
		"Collection": 0, "Generator": 0, "AsyncIterator": 0, "AsyncIterable": 0, "AsyncGenerator": 0, "deque": 0, "Deque": 0, "AbstractSet": 0, "MutableSet": 0,
		"ContextManager": 0, "AbstractContextManager": 0, "AsyncContextManager": 0, "AbstractAsyncContextManager": 0,
		"dict": 1, "Dict": 1, "Mapping": 1, "MutableMapping": 1, "defaultdict": 1, "DefaultDict": 1, "OrderedDict": 1},
	Self:     resolve.Words("Self"),
	Cast:     resolve.Words("cast"),
	Variable: resolve.Words("TypeVar"),
}
