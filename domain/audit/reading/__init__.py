"""From bytes to contents: what passes is of such a shape that no check can stumble over it."""
