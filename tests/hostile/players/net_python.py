# expects: escape=nothing rules=passed
"""Talks to the network by Python's own modules."""
import http.client
import socket
import urllib.request

HOST, PORT = "127.0.0.1", OUTSIDE["tcp"]


def post():
    connection = http.client.HTTPConnection(HOST, PORT, timeout=1)
    connection.request("POST", "/", b"x")
    return True


def serves():
    listening = socket.socket()
    listening.bind((HOST, 0))
    return listening


def local():
    talk = socket.socket(socket.AF_UNIX)
    talk.connect(OUTSIDE["socket"])
    return True


play = after(
    post, serves, local,
    tcp=lambda: socket.create_connection((HOST, PORT), timeout=1),
    udp=lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (HOST, OUTSIDE["udp"])),
    page=lambda: urllib.request.urlopen(f"http://{HOST}:{PORT}/", timeout=1),
    names=lambda: socket.getaddrinfo("localhost", 80),
)
