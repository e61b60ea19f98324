"""From terms as written to nodes with known shapes: symbols resolved, definitions and hypotheses collected."""
