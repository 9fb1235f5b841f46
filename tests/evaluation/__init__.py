"""Tests of what measures the eye."""
