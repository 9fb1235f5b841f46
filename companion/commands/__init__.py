"""The commands of `companion`, one module each, with a `main(argv) -> int`."""
