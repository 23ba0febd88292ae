package extract

// InputError says that there is nothing to index.
type InputError struct {
	message string
	hint    string
}

// Error says what is wrong.
func (e *InputError) Error() string { return e.message }

// Hint says what to do about it; it may be empty.
func (e *InputError) Hint() string { return e.hint }
