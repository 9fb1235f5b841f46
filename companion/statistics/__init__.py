"""What an evening was like, computed from its journal: pure functions, and prints of what they find."""
