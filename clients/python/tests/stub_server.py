"""A server that answers as it is told, and keeps what it was asked."""

from __future__ import annotations

import json
import socket
import socketserver
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple


class Asked(NamedTuple):
    path: str
    headers: Dict[str, str]
    body: Any


Reply = Tuple[int, Dict[str, str], Any]
"""Status, headers, body: an object, a text as it is, or None."""


def recorded(asked: Asked, number: int) -> Reply:
    """Every event recorded, as the service does."""
    return 200, {}, {"results": [{"status": 201, "eventId": "e"} for _ in asked.body["events"]]}


class StubServer:
    def __init__(self, answer: Callable[[Asked, int], Optional[Reply]] = recorded) -> None:
        self.requests: List[Asked] = []
        self._over = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                text = self.rfile.read(int(self.headers["Content-Length"]))
                asked = Asked(self.path, {key.lower(): value for key, value in self.headers.items()}, json.loads(text))
                stub.requests.append(asked)
                reply = answer(asked, len(stub.requests))
                if reply is None:
                    stub._over.wait()
                    return
                status, headers, body = reply
                content = b"" if body is None else (body if isinstance(body, str) else json.dumps(body)).encode()
                self.send_response(status)
                for key, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(key, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def events(self) -> List[Dict[str, Any]]:
        return [event for asked in self.requests for event in asked.body["events"]]

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()


class CuttableWay:
    """A way to a server that can be cut and mended: while it is cut, connections are refused."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open: List[socket.socket] = []
        self._server: Any = None
        self.port = 0
        self.mend()
        self.url = f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        way = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                far = socket.create_connection(way._target)
                way._open += [self.request, far]
                other = threading.Thread(target=_pipe, args=(far, self.request), daemon=True)
                other.start()
                _pipe(self.request, far)
                other.join()

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def cut(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        opened, self._open = self._open, []
        for each in opened:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()


def _pipe(source: socket.socket, target: socket.socket) -> None:
    try:
        while content := source.recv(65_536):
            target.sendall(content)
    except OSError:
        pass
    for each in (source, target):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def eventually(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"not within {seconds} s")
        time.sleep(0.02)
