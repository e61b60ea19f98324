"""The grammar of formulas: tidy tokens to terms, relations and declarations."""
