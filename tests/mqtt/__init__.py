"""The club."""
