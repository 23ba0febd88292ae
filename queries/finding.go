package queries

// Finding is a result with a place that a gate can refuse.
type Finding struct {
	Name    string `json:"name"` // of the rule, such as new-cycle
	File    string `json:"file"`
	Line    int    `json:"line"` // 0 for the whole file, or when the symbol is gone
	Symbol  string `json:"symbol"`
	Message string `json:"message"`
}
