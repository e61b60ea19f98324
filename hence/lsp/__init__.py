"""`hence lsp`: verdicts in the editor, by the language server protocol."""
