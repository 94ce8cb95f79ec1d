"""The bots of the server: what they answer, and nothing about when or through which door.

Above the domain and below the service: it knows neither HTTP, nor a store, nor a clock.
"""
