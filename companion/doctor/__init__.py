"""The doctor: looks for every known fault of the machine, and names its cause and its fix in plain words."""
