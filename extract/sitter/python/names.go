package python

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

// builtins are the names that Python defines in every module.
var builtins = set(`
	ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning
	ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis
	EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning
	GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
	LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
	PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning
	RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True
	TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
	Warning WindowsError ZeroDivisionError _IncompleteInputError __builtins__ __debug__ __doc__ __file__ __import__ __loader__ __name__
	__package__ __path__ __spec__ abs aiter all anext any ascii basestring bin bool breakpoint bytearray bytes callable chr classmethod compile
	complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help
	hex id input int isinstance issubclass iter len license list locals long map max memoryview min next object oct open ord pow print property
	quit range raw_input reduce repr reveal_type reversed round set setattr slice sorted staticmethod str sum super tuple type unichr unicode
	vars xrange zip
`)

// standard are the modules of the standard library, up to their first dot.
var standard = set(`
	__future__ _thread abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
	builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent
	configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest
	email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass
	gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword
	lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis
	nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
	poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib
	resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
	sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog
	tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc
	tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib
	xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`)

var typeNames = resolve.TypeNames{
	Inner: set("Optional Union Annotated Final ClassVar Required NotRequired ReadOnly"),
	Class: set("Type type"),
	Last:  set("Awaitable Coroutine Future Task"),
	Container: map[string]int{"list": 0, "List": 0, "set": 0, "Set": 0, "frozenset": 0, "FrozenSet": 0, "Sequence": 0, "MutableSequence": 0, "Iterable": 0, "Iterator": 0,
		"Collection": 0, "Generator": 0, "AsyncIterator": 0, "AsyncIterable": 0, "AsyncGenerator": 0, "deque": 0, "Deque": 0, "AbstractSet": 0, "MutableSet": 0,
		"ContextManager": 0, "AbstractContextManager": 0, "AsyncContextManager": 0, "AbstractAsyncContextManager": 0,
		"dict": 1, "Dict": 1, "Mapping": 1, "MutableMapping": 1, "defaultdict": 1, "DefaultDict": 1, "OrderedDict": 1},
	Self:     set("Self"),
	Cast:     set("cast"),
	Variable: set("TypeVar"),
}
