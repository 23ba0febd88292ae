"""Makes a lake of many repositories by renaming the repositories of a small lake.

usage: synthetic.py LAKE NEW COPIES

A copy has the edges of a real repository. The names of the repository and of its own packages are new in each copy, and the names of
the standard library and of third-party modules stay. Most copies are of small repositories, as in a company: of the repositories of the
lake, a copy is of one in inverse proportion to its edges. Then each repository adds the same number of edges.
"""

import concurrent.futures
import hashlib
import os
import sys

import duckdb

TABLES = ["edges", "symbols", "imports", "modules", "files", "functions", "unknowns", "requirements", "commits"]
HASH = "(('0x' || left(sha256({0}), 16))::UBIGINT & 9223372036854775807::UBIGINT)::BIGINT"  # as schema.HashSymbol

# The columns that change, by table.
NEW = {
    "edges": "coalesce((SELECT n.new_hash FROM names n WHERE n.symbol_hash = callee_hash), callee_hash) AS callee_hash, "
             "coalesce((SELECT n.new_hash FROM names n WHERE n.symbol_hash = caller_hash), caller_hash) AS caller_hash",
    "symbols": "own(symbol, NOT is_external) AS symbol, own(qualified_name, false) AS qualified_name, own(package_path, NOT is_external) AS package_path, "
               + HASH.format("own(symbol, NOT is_external)") + " AS symbol_hash",
    "imports": "own(imported, imported IN (SELECT package_path FROM modules)) AS imported, own(package_path, true) AS package_path",
    "modules": "own(package_path, true) AS package_path, own(go_module, true) AS go_module",
    "functions": "own(symbol, true) AS symbol, " + HASH.format("own(symbol, true)") + " AS symbol_hash",
    "unknowns": "coalesce((SELECT n.new_hash FROM names n WHERE n.symbol_hash = u.symbol_hash), u.symbol_hash) AS symbol_hash, "
                "own(scope, scope IN (SELECT package_path FROM modules)) AS scope",
    "commits": "committed_at + to_minutes({copy}) AS committed_at",
}
ORDER = {"edges": "callee_hash, caller_hash, kind", "symbols": "symbol", "functions": "symbol", "imports": "imported, package_path"}


def copies(edges, count):
    """Returns the index of the repository for each copy."""
    weights = [1 / max(e, 1) for e in edges]
    carry, out = [0.0] * len(edges), []
    for _ in range(count):
        carry = [c + w / sum(weights) for c, w in zip(carry, weights)]
        at = carry.index(max(carry))
        carry[at] -= 1
        out.append(at)
    return out


def make(lake, new, repository, numbers):
    """Writes copies of one repository."""
    con = duckdb.connect(config={"threads": 1, "memory_limit": "1GB"})
    for t in TABLES:
        con.execute(f"CREATE TABLE {t} AS FROM read_parquet('{lake}/{t}/*.parquet', hive_partitioning = false) WHERE repository = ?", [repository])
    owner = "/".join(repository.split("/")[:2])
    for k in numbers:
        name, commit = f"{owner}-{k}{repository[len(owner):]}", hashlib.sha1(f"{repository} {k}".encode()).hexdigest()
        con.execute(f"""CREATE OR REPLACE MACRO own(name, is_own) AS
            CASE WHEN starts_with(name, '{owner}') THEN '{owner}-{k}' || substr(name, {len(owner) + 1}) WHEN is_own THEN 'copy{k}/' || name ELSE name END;
            CREATE OR REPLACE TABLE names AS
            SELECT symbol_hash, any_value({HASH.format("own(symbol, NOT is_external)")}) AS new_hash FROM symbols GROUP BY symbol_hash""")
        for t in TABLES:
            columns = f"'{name}' AS repository, '{commit}' AS \"commit\"" + (", " + NEW[t].format(copy=k) if t in NEW else "")
            file = f"{new}/{t}/{name.replace('/', '+')}~{commit}.parquet"
            con.execute(f"""COPY (SELECT * REPLACE ({columns}) FROM {t} u {"ORDER BY " + ORDER[t] if t in ORDER else ""})
                TO '{file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)""")
    return len(numbers)


def main():
    lake, new, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for t in TABLES:
        os.makedirs(f"{new}/{t}", exist_ok=True)
    found = duckdb.sql(f"SELECT repository, edges FROM read_parquet('{lake}/commits/*.parquet', hive_partitioning = false) ORDER BY edges").fetchall()
    chosen = copies([edges for _, edges in found], count)
    work = []
    for at, (repository, _) in enumerate(found):
        numbers = [k for k, c in enumerate(chosen) if c == at]
        work += [(repository, numbers[i:i + 200]) for i in range(0, len(numbers), 200)]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        done = sum(pool.map(make, *zip(*[(lake, new, r, n) for r, n in work])))
    with open(f"{new}/lake.json", "w") as f:
        f.write('{"format": "cortex-lake", "format_version": 1}\n')
    print(done, "copies")


if __name__ == "__main__":
    main()
