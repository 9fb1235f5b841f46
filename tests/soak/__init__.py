"""Long and hard trials that print what they find; `python -m tests.soak.<name> --help` tells more."""
