package queries

// Finding is a result with a place that a gate or a rule can refuse.
type Finding struct {
	Name     string   `json:"name"` // of the rule, such as new-cycle
	Severity Severity `json:"severity"`
	File     string   `json:"file"`
	Line     int      `json:"line"` // 0 for the whole file, or when the symbol is gone
	Symbol   string   `json:"symbol"`
	Message  string   `json:"message"`
}

// Severity says how grave a finding is.
type Severity string

// The severities. Only errors fail a check.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityNote    Severity = "note"
)
