"""What HTTP itself needs: bodies, answers, errors, headers, limits, and the description."""
