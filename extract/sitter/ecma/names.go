package ecma

import (
	"strings"

	"github.com/cortex-index/cortex/extract/resolve"
)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// builtins are names that programs have without an import: of the language, browsers, Node and test runners.
var builtins = set(`
	this arguments undefined NaN Infinity globalThis Object Function Boolean Symbol Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError
	URIError Number BigInt Math Date String RegExp Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
	BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView Atomics JSON Promise Generator AsyncGenerator Reflect Proxy Intl
	WebAssembly FinalizationRegistry eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
	console setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone fetch Request Response Headers URL URLSearchParams
	FormData Blob File FileReader AbortController AbortSignal Event EventTarget CustomEvent MessageChannel MessagePort TextEncoder TextDecoder ReadableStream
	WritableStream TransformStream crypto performance atob btoa navigator window document location history localStorage sessionStorage alert confirm prompt
	requestAnimationFrame cancelAnimationFrame Node Element HTMLElement SVGElement Document Window MutationObserver ResizeObserver IntersectionObserver WebSocket Worker XMLHttpRequest Image
	HTMLInputElement HTMLDivElement HTMLButtonElement HTMLFormElement HTMLCanvasElement KeyboardEvent MouseEvent ErrorEvent MessageEvent self addEventListener removeEventListener
	process Buffer require module exports __dirname __filename global Deno Bun NodeJS JSX React
	describe it test expect beforeEach afterEach beforeAll afterAll before after suite jest vi assert
	Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ConstructorParameters ReturnType InstanceType ThisType Awaited Uppercase Lowercase
	Capitalize Uncapitalize ReadonlyArray ReadonlyMap ReadonlySet Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator ArrayLike PromiseLike
	PropertyKey PropertyDescriptor TemplateStringsArray RequestInit ResponseInit BodyInit HeadersInit RequestInfo ErrorOptions
`)

// standard are the modules of Node, up to their first slash.
var standard = set(`
	assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path
	perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib
`)

var typeNames = resolve.TypeNames{
	Inner: set("Partial Required Readonly NonNullable Awaited Pick Omit Exclude Extract"),
	Last:  set("Promise PromiseLike"),
	Container: map[string]int{"Array": 0, "ReadonlyArray": 0, "Set": 0, "ReadonlySet": 0, "Iterable": 0, "Iterator": 0, "IterableIterator": 0, "AsyncIterable": 0,
		"AsyncIterator": 0, "AsyncIterableIterator": 0, "ArrayLike": 0, "Generator": 0, "AsyncGenerator": 0, "Map": 1, "ReadonlyMap": 1, "Record": 1},
	Self: set("this"),
}
