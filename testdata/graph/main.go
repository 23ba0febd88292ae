// Command graph runs the parts once: main, serve, store and wire import each other in a chain.
package main

import (
	"context"
	"fmt"

	"example.com/graph/serve"
)

func main() {
	fmt.Println(run(context.Background()))
}

func run(ctx context.Context) error {
	return serve.Run(ctx, serve.Default, nil)
}
