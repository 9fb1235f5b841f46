"""Tests of what is told of an evening."""
