"""What can be rebuilt from the streams: the directory and the inboxes."""
