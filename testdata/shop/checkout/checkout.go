// Package checkout adds up baskets.
package checkout

// Item is one thing to buy.
type Item struct {
	Name  string
	Cents int
}

// Pricer says what an item costs today.
type Pricer interface {
	Price(Item) int
}

// Flat takes the price as it is.
type Flat struct{}

// Price is the item's own price.
func (Flat) Price(i Item) int { return i.Cents }

// Discount takes some percent off.
type Discount struct{ Percent int }

// Price is the item's price less the discount.
func (d Discount) Price(i Item) int {
	return Flat{}.Price(i) * (100 - d.Percent) / 100
}

// Basket is what somebody wants to buy.
type Basket struct {
	Pricer
	items []Item
}

// Add puts an item into the basket.
func (b *Basket) Add(i Item) { b.items = append(b.items, i) }

// Total is what the basket costs.
func (b *Basket) Total() (sum int) {
	for _, i := range b.items {
		sum += b.Price(i)
	}
	return sum
}
