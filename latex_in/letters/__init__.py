"""What the letters of a page are, seen in all its formulas, before anything is parsed."""
