"""The eye: frames in, readings with their doubts out."""
