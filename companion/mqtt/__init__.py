"""The club: a table tells an MQTT broker what everybody at it may see, for screens and homes elsewhere."""
