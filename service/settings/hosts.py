"""Hosts and ports: whom an address reaches, and how it is written."""

import ipaddress
import socket


def is_loopback(host: str) -> bool:
    """Does listening on `host` reach this machine only?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address(host: str, port: int) -> str:
    """Host and port as they stand in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_and_port(written: str) -> tuple[str, int]:
    """What is written as `host:port`, `[host]:port` or `:port`, which means every address.

    :raises ValueError: for anything else.
    """
    host, colon, port = written.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    if not colon or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("write it as host:port")
    if ":" in bare and bare == host:
        raise ValueError("write an IPv6 address in brackets: [::1]:9006")
    return bare, int(port)


def family_of(host: str) -> socket.AddressFamily:
    """By which protocol to listen on a host."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET
