"""What a derivation is: data only. Imports nothing of ours and no SymPy."""
