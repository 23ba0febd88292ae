package store

// Even and odd call each other.
func Even(n int) bool { return n == 0 || odd(n-1) }

func odd(n int) bool { return n != 0 && Even(n-1) }

// Shadow has parameters and a variable that are named like functions, and calls none of those.
func Shadow(odd int, Even func(int) bool) bool {
	New := odd
	return Even(New)
}

type pair struct{ a, b int }

// pairs names the type arguments of Map.
func pairs(of []int) []pair { return Map[int, pair](of, nil) }
