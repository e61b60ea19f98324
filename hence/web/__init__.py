"""The page in a browser: `hence serve`, and the same page as one file, `hence check --format html`."""
