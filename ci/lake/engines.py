"""Engines over a lake. Each has a view for each table, and the views current and chosen. args makes the view of a question's arguments.

The files of a lake are plain Parquet: an engine needs one line for each table. Only files in the folder of a table that end in .parquet
count. A commit counts when the table commits has it, and the view chosen leads to the others.
"""

import json
import os

TABLES = ["edges", "symbols", "imports", "modules", "files", "functions", "unknowns", "requirements", "commits"]
STATEMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "queries", "lake")
CHOSEN = "SELECT DISTINCT c.repository AS repository, c.commit AS commit FROM current c"


def statement(name):
    """Returns the statement of an operation, as cortex runs it."""
    with open(os.path.join(STATEMENTS, name + ".sql"), encoding="utf-8") as f:
        return f.read()


def args_row(symbol_hash=0, package="", last=1, text=""):
    """Returns the row of arguments as a statement."""
    return (f"SELECT CAST({symbol_hash} AS BIGINT) AS symbol_hash, '{package}' AS package, '' AS repository, '' AS commit, "
            f"CAST({last} AS INT) AS last, '{text}' AS text")


class Engine:
    """An engine that runs SQL. A subclass has table, run and rows."""

    create = "CREATE OR REPLACE VIEW"
    schema = ""

    def views(self):
        for t in TABLES:
            self.table(t)
        self.view("current", statement("current"))
        self.view("chosen", CHOSEN)

    def view(self, name, text):
        self.run(f"{self.create} {self.schema}{name} AS\n{text}")

    def args(self, **values):
        self.view("args", args_row(**values))

    def walked(self, text):
        self.view("walked", text)


class DuckDB(Engine):
    def __init__(self, lake):
        import duckdb
        self.lake, self.con = lake, duckdb.connect(config={"memory_limit": "2GB"})
        self.views()

    def table(self, t):
        self.run(f"CREATE VIEW {t} AS FROM read_parquet('{self.lake}/{t}/*.parquet', hive_partitioning = false)")

    def run(self, text):
        self.con.execute(text)

    def rows(self, text):
        return self.con.execute(text).fetchall()


class ClickHouse(Engine):
    schema = "lake."

    def __init__(self, lake):
        from chdb import session
        self.lake, self.session = lake, session.Session()
        # The views of chdb run with the settings of the session: NULL for a missing row of an outer join, and casts that keep NULL.
        for text in "CREATE DATABASE lake", "USE lake", "SET join_use_nulls = 1", "SET cast_keep_nullable = 1":
            self.run(text)
        self.views()

    def table(self, t):
        self.run(f"CREATE VIEW lake.{t} AS SELECT * FROM file('{self.lake}/{t}/*.parquet', Parquet)")

    def run(self, text):
        self.session.query(text)

    def rows(self, text):
        out = self.session.query(text, "JSONCompactEachRow")
        return [json.loads(line) for line in str(out).split("\n") if line]


class DataFusion(Engine):
    def __init__(self, lake):
        from datafusion import SessionConfig, SessionContext
        # Texts of files and of statements then have one type, which a recursion wants.
        config = SessionConfig().set("datafusion.execution.parquet.schema_force_view_types", "false")
        self.lake, self.context = lake, SessionContext(config)
        self.views()

    def table(self, t):
        self.context.register_parquet(t, f"{self.lake}/{t}/")

    def run(self, text):
        self.context.sql(text).collect()

    def rows(self, text):
        return [list(row.values()) for row in self.context.sql(text).to_pylist()]


class Polars(Engine):
    def __init__(self, lake):
        import polars
        self.lake, self.polars, self.context = lake, polars, polars.SQLContext()
        self.views()

    def table(self, t):
        self.context.register(t, self.polars.scan_parquet(f"{self.lake}/{t}/*.parquet", hive_partitioning=False))

    def view(self, name, text):
        self.context.register(name, self.context.execute(text))

    def args(self, symbol_hash=0, package="", last=1, text=""):
        self.text = f"'{text}'"  # Polars replaces literals only
        self.context.register("args", self.polars.LazyFrame(
            {"symbol_hash": [symbol_hash], "package": [package], "repository": [""], "commit": [""], "last": [last], "text": [text]},
            schema_overrides={"last": self.polars.Int32}))

    def rows(self, text):
        return self.context.execute(text.replace("a.text", self.text), eager=True).rows()


class Spark(Engine):
    create = "CREATE OR REPLACE TEMP VIEW"

    def __init__(self, lake):
        from pyspark.sql import SparkSession
        settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
                    "spark.sql.shuffle.partitions": "2", "spark.ui.showConsoleProgress": "false"}
        builder = SparkSession.builder.master("local[2]")
        for key, value in settings.items():
            builder = builder.config(key, value)
        self.lake, self.spark = lake, builder.getOrCreate()
        self.spark.sparkContext.setLogLevel("ERROR")
        self.views()

    def table(self, t):
        self.spark.read.parquet(f"{self.lake}/{t}/*.parquet").createOrReplaceTempView(t)

    def run(self, text):
        self.spark.sql(text)

    def rows(self, text):
        return self.spark.sql(text).collect()


class Iceberg(DuckDB):
    """The files of the lake as tables of an Iceberg catalog, which DuckDB then reads from the snapshots of pyiceberg."""

    def __init__(self, lake):
        import tempfile
        from pyiceberg.catalog.sql import SqlCatalog
        self.folder = tempfile.TemporaryDirectory()
        self.catalog = SqlCatalog("lake", uri=f"sqlite:///{self.folder.name}/catalog.db", warehouse=f"file://{self.folder.name}")
        self.catalog.create_namespace("lake")
        super().__init__(lake)

    def table(self, t):
        import glob
        import pyarrow.parquet as parquet
        files = sorted(glob.glob(f"{self.lake}/{t}/*.parquet"))
        table = self.catalog.create_table(f"lake.{t}", schema=parquet.read_schema(files[0]))
        table.add_files(files)
        self.con.register(t, table.scan().to_arrow())


ENGINES = {"duckdb": DuckDB, "clickhouse": ClickHouse, "datafusion": DataFusion, "polars": Polars, "spark": Spark, "iceberg": Iceberg}
