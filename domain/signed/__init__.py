"""What the server signs: heads and receipts, and the strict reading of them."""
