package answer

// Ranked is a symbol that may answer a question.
type Ranked struct {
	ID  int32
	Why string // the words of the question that it has, by their places: name: retry; doc: requests
}
