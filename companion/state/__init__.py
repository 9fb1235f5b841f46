"""State: the journal of what was accepted, the one mutable table, and the View that everybody sees."""
