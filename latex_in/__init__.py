"""LaTeX and Markdown to derivations. See `latex_in.reader`."""
