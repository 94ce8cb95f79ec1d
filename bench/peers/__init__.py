"""What people would otherwise pick, measured beside this server."""
