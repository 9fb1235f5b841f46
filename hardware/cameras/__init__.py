"""Cameras: a folder of pictures, a USB camera, the Pi's own; each behind `companion.ports.Camera`."""
