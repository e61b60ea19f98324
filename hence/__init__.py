"""The ways in: command line and pytest plugin. The only room that wires the others together."""

__version__ = "0.1.0"
