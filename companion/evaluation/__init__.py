"""Measuring the eye on labelled photographs, and what it costs."""
