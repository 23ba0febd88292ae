// Package money is what the program takes from others.
package money

// Cents is an amount.
type Cents int
