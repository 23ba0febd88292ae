// Command shop prints what a basket costs.
package main

import (
	"fmt"

	"example.com/shop/checkout"
)

func main() {
	fmt.Println(run())
}

func run() int {
	b := checkout.Basket{Pricer: checkout.Discount{Percent: 10}}
	b.Add(checkout.Item{Name: "pen", Cents: 250})
	return b.Total()
}
