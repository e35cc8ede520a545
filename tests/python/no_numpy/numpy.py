"""Stands in for numpy where the tests run as if it were not installed."""
raise ImportError("the tests hide numpy")
