module example.com/ledger

go 1.24

require (
	example.org/assert v0.1.0
	example.org/money v1.2.0
)
