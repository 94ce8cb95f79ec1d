"""Hosts and ports: whom an address reaches, and how it is written."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Does listening on `host` reach this machine only?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address(host: str, port: int) -> str:
    """Host and port as they stand in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
