//go:build !unix

package cli

import "time"

// processorTime returns 0: the system counts it in another way.
func processorTime() time.Duration { return 0 }
