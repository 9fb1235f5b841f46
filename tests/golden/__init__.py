"""Tests of the golden."""
