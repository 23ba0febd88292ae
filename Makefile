# All tasks of people and CI. They need Go, a C compiler, git and make. test-mcp needs Node.js
# too. lint needs shellcheck, which ci/tools/shellcheck.sh can fetch.

FUZZTIME ?= 10s
BENCHCOUNT ?= 6
TREE ?= $(CURDIR)
export PATH := $(CURDIR)/bin:$(PATH)

# Go code without testdata, which may be broken on purpose.
sources = $(shell find cmd ci emit extract queries schema -name '*.go' -not -path '*/testdata/*')

.PHONY: help demo build lint check test test-mcp test-action test-lake dist race golden fuzz vuln bench bench-agents oracle oracle-text oracle-languages oracle-tests self

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## index this repository and ask a few questions, showing each command
	@set -e; run() { printf '\n$$ %s\n' "$$1"; eval "$$1"; }; \
	run 'cortex extract'; \
	run 'cortex info'; \
	run 'cortex query callers schema.ParseManifest'; \
	run 'cortex query callees cli.runExtract --depth 1'; \
	run 'cortex query sql "SELECT qualified_name, complexity FROM functions ORDER BY complexity DESC LIMIT 5"'

build: ## build bin/cortex
	go build -buildvcs=false -trimpath -o bin/cortex ./cmd/cortex

lint: ## check format, vet, staticcheck, errcheck, spelling, shell scripts and workflows
	@unformatted=$$(gofmt -l $(sources)); if [ -n "$$unformatted" ]; then \
		echo "not formatted, run gofmt -w on:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool -modfile=ci/tools/go.mod staticcheck ./...
	go tool -modfile=ci/tools/go.mod errcheck -exclude ci/tools/errcheck.txt ./...
	git ls-files -z | xargs -0 go tool -modfile=ci/tools/go.mod misspell -error -i hanlder
	ci/tools/lint.sh

check: lint ## lint, then run the short tests
	go test -short ./...

test: ## run all tests
	go test -timeout 30m ./...

test-mcp: ## test cortex mcp with the official clients; needs Node.js
	CI=true go test -count 1 -v ./ci/clients

test-action: ## run the action and its examples with act, without GitHub
	CI=true go test -count 1 -timeout 40m -v ./ci/action

test-lake: ## compare five engines on a lake, with many writers; needs Python, Java 17 and the network
	CI=true CORTEX_LAKE_ENGINES=all CORTEX_LAKE_WRITES=200 CORTEX_LAKE_KILLS=50 go test -count 1 -timeout 60m -v ./ci/lake

dist: ## pack cortex for this machine as a release
	ci/dist.sh

race: ## run the short tests with the race detector
	go test -race -short -timeout 60m ./...

golden: ## write the expected output of tests and the generated pages again
	go test ./schema -update
	go test ./queries/files -run TestQueryGoldens -update
	go test ./queries/registry -run TestReference -update
	go test ./ci/rules -run TestActionPage -update
	go test ./cmd/cortex/internal/mcpserver -run TestToolSnapshots -update
	go test ./cmd/cortex -run 'TestScript/help|TestPages|TestAnswers|TestQuestions/of_a_small' -update

fuzz: ## run every fuzz target for FUZZTIME each
	@set -e; for p in $$(go list ./...); do \
		for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p; \
		done; \
	done

vuln: ## look for known vulnerabilities in the code and its modules; needs the network
	go tool -modfile=ci/tools/go.mod govulncheck ./...

bench-agents: build ## price answers for agents, on a checkout of github.com/cli/cli: make bench-agents TREE=DIR
	go run ./ci/bench/agents -tree "$(TREE)"

bench: ## run every benchmark BENCHCOUNT times, for benchstat
	go test -run '^$$' -bench . -benchmem -count $(BENCHCOUNT) -timeout 120m ./...

oracle: ## compare answers about TREE (default: this repository) with go/types and x/tools
	CORTEX_ORACLE='$(abspath $(TREE))' go test -run '^TestOracle(Unused|DataFlow)?$$' -count 1 -timeout 60m -v ./ci/oracle

oracle-text: ## compare text search in TREE with ripgrep, on 200 patterns
	CORTEX_ORACLE='$(abspath $(TREE))' go test -run '^TestOracleText$$' -count 1 -timeout 60m -v ./ci/oracle

oracle-tests: ## compare the selected tests of TREE with the coverage of each test, and of its last COMMITS commits
	CORTEX_ORACLE='$(abspath $(TREE))' CORTEX_COMMITS='$(COMMITS)' go test -run '^TestOracleSelection$$' -count 1 -timeout 120m -v ./ci/oracle

oracle-languages: ## compare the rules of languages with SCIP indexers, javac and universal-ctags; needs Node.js, Python, JDK 17 and the network
	CORTEX_ORACLE_LANGUAGES=1 go test -run '^TestOracle(Languages|Java|Ruby)$$' -count 1 -timeout 60m -v ./ci/languages $(if $(CHECKOUTS),-checkouts '$(abspath $(CHECKOUTS))')

# The modules that queries imports, directly or through others, tests included.
reached = WITH RECURSIVE reached(module) AS (\
	SELECT module_path FROM modules WHERE module_path = '\''queries'\'' OR starts_with(module_path, '\''queries/'\'') \
	UNION SELECT imported_module_path FROM imports JOIN reached ON module_path = module WHERE imported_module_path IS NOT NULL) \
	SELECT module FROM reached

self: build ## index cortex with cortex, verify the index, and check that queries does not reach extract
	cortex extract --strict --quiet
	cortex verify
	@echo 'does queries reach schema? It must, otherwise the next query proves nothing.'
	@cortex query sql '$(reached) WHERE module = '\''schema'\''' --fail-on-rows 2>/dev/null; test $$? -eq 4
	@echo 'does queries reach extract?'
	@cortex query sql '$(reached) WHERE module = '\''extract'\'' OR starts_with(module, '\''extract/'\'')' --fail-on-rows
	@echo 'no.'
