"""Reported readings that the eye must read as people say, and the script that drew them."""
