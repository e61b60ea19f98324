"""A page as text: characters, tokens, macros, and where prose, displays and headings stand."""
