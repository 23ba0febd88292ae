package queries

// Texter is an [Answer] that people read as text.
type Texter interface {
	Answer
	// Text is the answer for people, in the place of the rows of its table. It is empty
	// or ends in a line feed.
	Text() string
}
