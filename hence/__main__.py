"""`python -m hence`."""

import sys

from hence.cli import main

sys.exit(main())
