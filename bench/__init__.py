"""Measurements: `python -m bench`, against anchors in the same run. No part of the server."""
