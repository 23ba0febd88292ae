package extract_test

import (
	"context"
	"fmt"
	"log"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/schema"
)

// methods is a sink that prints the methods of a repository. Package emit has the sink that writes an
// index.
type methods struct{}

func (methods) Write(rows any) error {
	functions, _ := rows.([]schema.Function)
	for _, f := range functions {
		if f.IsMethod {
			fmt.Println(f.Symbol, f.Complexity)
		}
	}
	return nil
}

// A run type-checks a repository and passes sorted rows to its sink.
func ExampleRun() {
	m, err := extract.Run(context.Background(), extract.Config{
		Root: "../testdata/shop", Name: "example.com/shop", GOOS: "linux", GOARCH: "amd64",
		Offline: true, Extractors: []extract.Extractor{golang.New()},
	}, methods{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Summary.Files, m.Summary.Calls[schema.EvidenceInterface])
	// Output:
	// example.com/shop/checkout.Flat.Price 1
	// example.com/shop/checkout.Discount.Price 1
	// example.com/shop/checkout.Basket.Add 1
	// example.com/shop/checkout.Basket.Total 2
	// 4 1
}
