"""What sentences say: givens, claims and contexts from words and the formulas among them."""
