"""The shapes of bodies and queries. The only room that imports marshmallow."""
