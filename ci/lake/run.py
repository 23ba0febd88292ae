"""Asks ten questions about a lake on several engines and compares the rows.

usage: run.py LAKE [--cortex PROGRAM] [--engines duckdb,clickhouse,datafusion,polars,spark,iceberg] [--repeat N]

Prints a table of milliseconds, and exits with 1 when the rows of an engine differ from those of DuckDB, or those of DuckDB from cortex.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time

from engines import ENGINES, statement

STATISTICS = """
SELECT s.repository AS repository, s.kind AS kind, CAST(COUNT(*) AS BIGINT) AS total, CAST(SUM(CASE WHEN s.is_test THEN 1 ELSE 0 END) AS BIGINT) AS tests
FROM symbols s
JOIN chosen c ON c.repository = s.repository AND c.commit = s.commit
WHERE NOT s.is_external
GROUP BY s.repository, s.kind"""

VERSIONS = """
SELECT q.module AS module, q.version AS version, CAST(COUNT(DISTINCT q.repository) AS BIGINT) AS repositories
FROM requirements q
JOIN chosen c ON c.repository = q.repository AND c.commit = q.commit
GROUP BY q.module, q.version"""

CURRENT = "SELECT c.repository AS repository, c.branch AS branch, c.commit AS commit, c.edges AS edges FROM current c"

# The function that the most repositories call: one that the lake defines, if other repositories call any.
CALLED = """
SELECT s.symbol, any_value(s.package_path)
FROM edges e
JOIN symbols s ON s.symbol_hash = e.callee_hash AND (s.repository = e.repository AND s.commit = e.commit OR NOT s.is_external)
WHERE e.kind = 'call' AND e.direct AND s.language = 'go' AND s.kind IN ('function', 'method')
GROUP BY s.symbol
ORDER BY bool_or(NOT s.is_external AND s.repository <> e.repository) DESC, count(DISTINCT e.repository) DESC, count(*) DESC, s.symbol
LIMIT 1"""

# The function that calls the most functions, and its name.
CALLER = """
SELECT k.symbol, k.qualified_name
FROM edges e
JOIN symbols k ON k.symbol_hash = e.caller_hash AND k.repository = e.repository AND k.commit = e.commit
WHERE e.kind = 'call' AND e.direct AND k.language = 'go' AND k.kind IN ('function', 'method')
GROUP BY k.symbol, k.qualified_name
ORDER BY count(*) DESC, k.symbol
LIMIT 1"""

EVIDENCE = ["static", "literal", "interface", "value", "dynamic", "heuristic"]


def symbol_hash(symbol):
    """Returns the hash of a stable name: the first 63 bits of SHA-256."""
    return int.from_bytes(hashlib.sha256(symbol.encode()).digest()[:8], "big") & (2**63 - 1)


def questions(duckdb):
    """Returns the name of each question, its statement, its arguments, and the arguments of cortex query if it can answer."""
    symbol, package = duckdb.rows(CALLED)[0]
    caller, name = duckdb.rows(CALLER)[0]
    target = {"symbol_hash": symbol_hash(symbol)}
    text = name.split(".")[-1]
    out = [(f"callers, depth {d}", statement("callers_named"), {**target, "last": d}, ["callers", symbol, "--depth", str(d)]) for d in (1, 3, 6)]
    return out + [
        ("callees, depth 3", statement("callees_named"), {"symbol_hash": symbol_hash(caller), "last": 3}, ["callees", caller, "--depth", "3"]),
        ("references", statement("references"), target, ["references", symbol]),
        ("dependents, depth 2", statement("dependents"), {"package": package, "last": 2}, ["dependents", package, "--depth", "2"]),
        ("search", statement("search"), {"text": text.lower()}, ["search", text]),
        ("statistics", STATISTICS, {}, None),
        ("versions", VERSIONS, {}, None),
        ("current", CURRENT, {}, None),
    ]


def from_cortex(program, lake, args):
    """Returns the rows of cortex query, as those of the statement."""
    out = subprocess.run([program, "query", *args, "--lake", lake, "--format", "json", "--max-results", "100000"], check=True, stdout=subprocess.PIPE)
    answer = json.loads(out.stdout)
    if answer["total_found"] != len(answer["results"]):
        sys.exit(f"cortex query {' '.join(args)}: {answer['total_found']} results, and the answer has {len(answer['results'])}")
    rows = []
    for r in answer["results"]:
        place = [r["file_path"], r.get("start_line", 0)]
        row = [r["repository"], r["commit"], r["symbol"]]
        match args[0]:
            case "callers" | "callees":
                row += [r["name"], r["kind"], r["is_test"], *place, r["depth"], EVIDENCE.index(r["evidence"]), symbol_hash(r["symbol"])]
            case "references":
                row += [r["name"], r["kind"], r["is_test"], *place, r["relation"], r["evidence"]]
            case "dependents":
                row += [r["file_path"], r["depth"], int(r["is_test"])]
            case "search":
                row += [r["name"], r["kind"], r["is_test"], *place]
        rows.append(row)
    return rows


def comparable(rows, columns=None):
    """Returns rows in one order. An external symbol has no place: cortex prints it as an empty text and 0."""
    return sorted(json.dumps([0 if v is None or v == "" else v for v in list(row)[:columns]]) for row in rows)


def differ(question, first, rows, second, others):
    """Prints the first differences of two engines, and returns their number."""
    missing, more = set(rows) - set(others), set(others) - set(rows)
    if not missing and not more and len(rows) == len(others):
        return 0
    print(f"{question}: {first} has {len(rows)} rows and {second} has {len(others)}", file=sys.stderr)
    for name, some in (first, missing), (second, more):
        for row in sorted(some)[:3]:
            print(f"  only {name}: {row}", file=sys.stderr)
    return 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lake")
    parser.add_argument("--cortex")
    parser.add_argument("--engines", default="duckdb,clickhouse")
    parser.add_argument("--repeat", type=int, default=1, help="ask each question so often and print the shortest time")
    given = parser.parse_args()
    names = given.engines.split(",")
    first = ENGINES["duckdb"](given.lake)
    asked = questions(first)
    times, rows, faults = {}, {}, 0
    for name in names:
        start = time.time()
        engine = first if name == "duckdb" else ENGINES[name](given.lake)
        times[name, "open"] = time.time() - start
        for question, text, values, args in asked:
            engine.args(**values)
            if (walk := args and args[0]) in ("callers", "callees"):
                engine.walked(statement(walk))
            best = None
            for _ in range(given.repeat):
                start = time.time()
                got = engine.rows(text)
                best = min(time.time() - start, best or 1e9)
            times[name, question] = best
            got = comparable(got)
            if name == names[0]:
                rows[question] = got
            faults += differ(question, names[0], rows[question], name, got)
    if given.cortex:
        names.append("cortex")
        for question, _, _, args in asked:
            if not args:
                continue
            start = time.time()
            got = from_cortex(given.cortex, given.lake, args)
            times["cortex", question] = time.time() - start
            width = len(got[0]) if got else 0
            cut = comparable([json.loads(r) for r in rows[question]], width)
            faults += differ(question, names[0], cut, "cortex", comparable(got))
    print("| question | rows |", " | ".join(names), "|")
    print("| :-- | --: |", " | ".join("--:" for _ in names), "|")
    for question in ["open"] + [q[0] for q in asked]:
        cells = [f"{times[n, question] * 1000:,.0f}" if (n, question) in times else "" for n in names]
        print(f"| {question} | {len(rows[question]) if question in rows else ''} |", " | ".join(cells), "|")
    print("equal rows" if not faults else f"{faults} questions differ")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
