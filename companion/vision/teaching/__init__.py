"""Teach my dice: a die set learnt at the table from a few pictures per face, and how well it is known."""
