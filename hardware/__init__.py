"""Adapters to the table's furniture: buttons, lights, cameras, and simulators of all of them."""
