"""Tests in a real headless browser."""
