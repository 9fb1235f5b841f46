"""Stand-ins at the device edge: gpiozero's mock pins and drawn dice, under the real adapters."""
