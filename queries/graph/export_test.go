package graph

// Tests have few calls. Walks read them from the file all the same, so that this is held against what
// reads them from memory, which deeper walks do, and indexes that are loaded.
func init() { manyCalls = 0 }

// MaxFromFile is the depth to which walks do.
const MaxFromFile = maxFromFile
