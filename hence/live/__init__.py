"""Pages that are checked while they are written: what the browser and the editors share."""
