"""One POST of JSON with a deadline over the whole exchange, by the standard library alone."""

from __future__ import annotations

import http.client
import json
import os
import queue
import select
import socket
import ssl
import threading
import time
import weakref
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Tuple
from urllib.parse import urlsplit

_MOST_THREADS = 32
_MOST_IDLE_CONNECTIONS = 32
_LONGEST_IDLE_SECONDS = 20.0
_MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Answer:
    """`body` is None where it is no JSON."""

    status: int
    body: Any = None
    retry_after: float = 0.0


class Call:
    """An exchange under way, which another thread may cut."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Optional[http.client.HTTPConnection] = None
        self._cut = False

    def holds(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._connection = connection
            if self._cut:
                raise TimeoutError

    def cut(self) -> None:
        with self._lock:
            self._cut = True
            sock = self._connection.sock if self._connection is not None else None
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Http:
    """Connections to one server, kept open between requests. Thread-safe."""

    def __init__(self, url: str, key: str) -> None:
        parts = urlsplit(url)
        self._host, self._port, self._tls = parts.hostname or "", parts.port, parts.scheme.lower() == "https"
        self._path = parts.path.rstrip("/")
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        self._context = ssl.create_default_context() if self._tls else None
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()
        after_fork(self)

    def forked(self) -> None:
        self._idle, self._lock = [], threading.Lock()

    def post(
        self, path: str, body: str, timeout: float, idempotency_key: Optional[str] = None, call: Optional[Call] = None
    ) -> Answer:
        """Raises when there is no answer. A time-out holds for each step; `call` cuts the whole."""
        headers = self._headers if idempotency_key is None else {**self._headers, "Idempotency-Key": idempotency_key}
        connection = self._connection(timeout)
        try:
            if connection.sock is None:
                connection.connect()
            else:
                connection.sock.settimeout(timeout)
            if call is not None:
                call.holds(connection)
            connection.request("POST", self._path + path, body.encode(), headers)
            response = connection.getresponse()
            content = response.read(_MOST_BYTES)
            if not response.isclosed():
                raise http.client.HTTPException("too long an answer")
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._keep(connection)
        return Answer(response.status, _parsed(content), _seconds(response.getheader("Retry-After")))

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        now = time.monotonic()
        while True:
            with self._lock:
                if not self._idle:
                    break
                since, connection = self._idle.pop()
            if now - since < _LONGEST_IDLE_SECONDS and connection.sock is not None and not _readable(connection.sock):
                return connection
            connection.close()
        if self._tls:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._context)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < _MOST_IDLE_CONNECTIONS:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()


class Threads:
    """Runs calls on threads of its own, so that a caller can go on when its time is over: nothing else bounds a look-up
    of a name, or an answer that drips in. They keep no process from ending."""

    def __init__(self, most: int = _MOST_THREADS) -> None:
        self._most = most
        self.forked()
        after_fork(self)

    def forked(self) -> None:
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[Tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._threads = 0
        self._free = 0

    def submit(self, run: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            start = self._free <= 0 and self._threads < self._most
            if start:
                self._threads += 1
            else:
                self._free -= 1
        self._waiting.put((future, run))
        if start:
            try:
                threading.Thread(target=self._run, args=(self._waiting,), name="interlude-fetch", daemon=True).start()
            except RuntimeError as cause:  # The interpreter is ending, or the system has no more threads.
                with self._lock:
                    self._threads -= 1
                    self._free -= 1
                future.set_exception(cause)
        return future

    def _run(self, waiting: queue.SimpleQueue[Tuple[Future[Any], Callable[[], Any]]]) -> None:
        while True:
            future, run = waiting.get()
            if not future.done() and future.set_running_or_notify_cancel():
                try:
                    future.set_result(run())
                except BaseException as cause:
                    future.set_exception(cause)
            with self._lock:
                self._free += 1
            del future, run


_forked: weakref.WeakSet[Any] = weakref.WeakSet()


def after_fork(one: Any) -> None:
    """Has `one.forked()` called in a child process: it has none of the parent's threads, and must not use its sockets."""
    _forked.add(one)


def _in_child() -> None:
    for one in list(_forked):
        one.forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)


def _readable(sock: socket.socket) -> bool:
    """An idle connection with something to read has been closed by the server."""
    try:
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(sock, select.POLLIN)
            return bool(poll.poll(0))
        return bool(select.select([sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _seconds(header: Optional[str]) -> float:
    try:
        return max(float(header or 0), 0.0)
    except ValueError:
        return 0.0
