"""The core of the Table Companion: it knows no Pi and no browser."""

__version__ = "0.1.0"
