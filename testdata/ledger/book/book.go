package book

import (
	_ "embed"

	"example.org/money"
)

//go:embed rates.txt
var rates string

// Store has as many methods as the question of large interfaces asks for. One type
// implements it.
type Store interface {
	Get(name string) money.Cents
	Set(name string, amount money.Cents)
}

// Memory is the one that does.
type Memory map[string]money.Cents

// Get implements Store.
func (m Memory) Get(name string) money.Cents { return m[name] }

// Set implements Store.
func (m Memory) Set(name string, amount money.Cents) { m[name] = amount }

// Rule has one method, and two types implement it.
type Rule interface{ Allows(amount money.Cents) bool }

// Limit allows less.
type Limit money.Cents

// Allows implements Rule.
func (l Limit) Allows(amount money.Cents) bool { return amount < money.Cents(l) }

// Even allows every other cent.
type Even struct{}

// Allows implements Rule.
func (Even) Allows(amount money.Cents) bool { return amount%2 == 0 }

// Book has the most methods.
type Book struct {
	store Store
	names []string
}

// New makes a book.
func New(s Store) *Book { return &Book{store: s} }

// Put adds.
func (b *Book) Put(name string, amount money.Cents) {
	b.names = append(b.names, name)
	b.store.Set(name, amount)
}

// Total adds up.
func (b *Book) Total() (sum money.Cents) {
	for _, name := range b.names {
		sum += b.store.Get(name)
	}
	return sum
}

func (b *Book) Rates() string { return rates }

// Check asks every rule.
func Check(rules ...Rule) bool {
	for _, r := range rules {
		if !r.Allows(1) {
			return false
		}
	}
	return true
}

// Transfer has six parameters, and no test calls it.
func Transfer(a, b, c, d, e, f int) int { return spread(a, b, c, d, e, f) }

// spread has six too. A test calls it.
func spread(a, b, c, d, e, f int) int { return a + b + c + d + e + f }

// forgotten is named by nobody, and neither is lost.
func forgotten() int { return len(kept) }

var (
	kept = "named"
	lost = "not named"
)
