// Command ledger is asked the twenty questions of queries/README.md.
package main

import (
	"fmt"

	"example.com/ledger/book"
	_ "example.com/ledger/wide"
)

func main() {
	b := book.New(book.Memory{})
	b.Put("rent", 700)
	fmt.Println(b.Total(), book.Transfer(1, 2, 3, 4, 5, 6), book.Check(book.Limit(1), book.Even{}))
}
