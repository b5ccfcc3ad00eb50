"""Events on their way to the server, in the order in which they were reported."""

from __future__ import annotations

import atexit
import json
import random
import threading
import time
import uuid
import weakref
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional

from ._http import Answer, Http, after_fork

_MOST_EVENTS = 500
_MOST_BYTES = 900_000
"""The service's limit of a request is 1 MiB."""
_REQUEST_SECONDS = 10.0
_EXIT_SECONDS = 2.0
_FIRST_WAIT_SECONDS = 1.0
_LONGEST_WAIT_SECONDS = 60.0


@dataclass(frozen=True)
class Problem:
    """Something that did not work, for your log. It never holds a key, a context or a person's words."""

    operation: str
    """`fetch` or `report`."""
    reason: str
    """A reason of `FetchResult`, or `queue_full`, `closed`, `abandoned` (left when the client was closed)."""
    lost_events: int = 0
    """How many events are lost by it; 0 when they will be sent again."""
    status: Optional[int] = None
    """HTTP status, where there was an answer."""
    message: Optional[str] = None


class _Batch:
    """Keeps its Idempotency-Key and its events until each of them is settled. The service knows an event by the key and
    by what it says, so a batch may be sent again as often as need be and counts once. For the same reason no batch has
    two events that say the same."""

    def __init__(self, events: List[str]) -> None:
        self.key = uuid.uuid4().hex
        self.events = events


class EventQueue:
    """Sends from a thread of its own, which lives as long as there is something to send. Thread-safe."""

    def __init__(self, http: Http, flush_interval: float, most: int, tell: Callable[[Problem], None]) -> None:
        self._http, self._flush_interval, self._most, self._tell = http, flush_interval, most, tell
        self._closed = False
        self.forked()
        after_fork(self)

    def forked(self) -> None:
        """The parent sends what it has; a child begins with nothing."""
        self._changed = threading.Condition()
        self._waiting: List[str] = []
        self._batches: List[_Batch] = []
        self._thread: Optional[threading.Thread] = None
        self._hurry = False
        self._failures = 0
        self._retry_after = 0.0

    @property
    def pending(self) -> int:
        with self._changed:
            return self._pending()

    def _pending(self) -> int:
        return len(self._waiting) + sum(len(batch.events) for batch in self._batches)

    def add(self, event: str) -> bool:
        """False when it is not taken."""
        with self._changed:
            refused = "closed" if self._closed else "queue_full" if self._pending() >= self._most else None
            if refused is None:
                self._waiting.append(event)
                self._start()
                if len(self._waiting) == _MOST_EVENTS:
                    self._changed.notify_all()
        if refused is not None:
            self._tell(Problem("report", refused, lost_events=1))
        return refused is None

    def flush(self, timeout: float) -> bool:
        until = time.monotonic() + timeout
        with self._changed:
            if self._pending() > 0:
                self._hurry = True
                self._start()
                self._changed.notify_all()
            while self._pending() > 0 and time.monotonic() < until:
                self._changed.wait(until - time.monotonic())
            return self._pending() == 0

    def close(self, timeout: float) -> bool:
        with self._changed:
            self._closed = True
        flushed = self.flush(timeout)
        with self._changed:
            lost, self._waiting, self._batches = self._pending(), [], []
            self._changed.notify_all()
        if lost > 0:
            self._tell(Problem("report", "abandoned", lost_events=lost))
        return flushed

    def _start(self) -> None:
        if self._thread is None and self._pending() > 0:
            thread = threading.Thread(target=self._run, args=(self._changed,), name="interlude-events", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # No more threads now: the next event tries again.
                return
            self._thread = thread
            _unsent.add(self)

    def _run(self, changed: threading.Condition) -> None:
        while True:
            with changed:
                if self._pending() == 0:
                    self._thread = None
                    self._hurry = False
                    changed.notify_all()
                    return
                self._wait(changed)
                self._seal()
                if not self._batches:
                    continue
                batch = self._batches[0]
                sent = list(batch.events)
            try:
                answer = self._http.post("/v1/events", _body(sent), _REQUEST_SECONDS, batch.key)
            except Exception:
                answer = Answer(0)
            outcomes = _outcomes(sent, answer)
            with changed:
                batch.events = [event for event, outcome in zip(sent, outcomes) if _worth_another_try(outcome.status)]
                self._batches = [each for each in self._batches if each.events]
                self._failures = self._failures + 1 if batch.events else 0
                self._retry_after = answer.retry_after
                changed.notify_all()
            for problem in _problems(outcomes):
                self._tell(problem)

    def _wait(self, changed: threading.Condition) -> None:
        """For others to go along, or for the server to come back."""
        if self._failures > 0:
            changed.wait(_backoff(self._failures, self._retry_after))
        elif not self._hurry and not self._batches and len(self._waiting) < _MOST_EVENTS:
            changed.wait(self._flush_interval)

    def _seal(self) -> None:
        """Makes batches of all that waits."""
        events: Dict[str, None] = {}
        size = 0
        for event in self._waiting:
            if len(events) == _MOST_EVENTS or event in events or size + len(event) >= _MOST_BYTES:
                self._batches.append(_Batch(list(events)))
                events, size = {}, 0
            events[event] = None
            size += len(event) + 1
        if events:
            self._batches.append(_Batch(list(events)))
        self._waiting = []


@dataclass(frozen=True)
class _Outcome:
    status: int
    reason: Optional[str] = None
    message: Optional[str] = None


def _body(events: List[str]) -> str:
    return '{"events":[' + ",".join(events) + "]}"


def _outcomes(sent: List[str], answer: Answer) -> List[_Outcome]:
    results = answer.body.get("results") if isinstance(answer.body, dict) else None
    if answer.status == 200 and isinstance(results, list) and len(results) == len(sent):
        return [_outcome(result, 0) for result in results]
    return [_outcome(answer.body, answer.status)] * len(sent)


def _outcome(body: object, status: int) -> _Outcome:
    if not isinstance(body, dict):
        return _Outcome(status)
    own = body.get("status")
    reason, message = body.get("reason"), body.get("description")
    return _Outcome(
        status or (own if isinstance(own, int) else 0),
        reason if isinstance(reason, str) else None,
        message if isinstance(message, str) else None,
    )


def _problems(outcomes: List[_Outcome]) -> List[Problem]:
    found: Dict[str, Problem] = {}
    for outcome in outcomes:
        if outcome.status != 201:
            again = _worth_another_try(outcome.status)
            reason = outcome.reason or ("unavailable" if again else "invalid_answer")
            lost = (found[reason].lost_events if reason in found else 0) + (0 if again else 1)
            found[reason] = Problem("report", reason, lost, outcome.status or None, outcome.message)
    return list(found.values())


def _worth_another_try(status: int) -> bool:
    """0 stands for no answer."""
    return status == 0 or status == 429 or status >= 500


def _backoff(failures: int, retry_after: float) -> float:
    """Doubled each time up to a minute, and varied by half, so that not everybody comes back at once."""
    doubled = max(_FIRST_WAIT_SECONDS, retry_after) * 2 ** min(failures - 1, 6)
    return max(retry_after, min(doubled, _LONGEST_WAIT_SECONDS) * random.uniform(0.5, 1.5))


_unsent: weakref.WeakSet[EventQueue] = weakref.WeakSet()


@atexit.register
def _send_at_exit() -> None:
    """A process that ends sends what waits, within seconds."""
    until = time.monotonic() + _EXIT_SECONDS
    for events in list(_unsent):
        events.flush(max(until - time.monotonic(), 0.0))


def event_json(event: Dict[str, object]) -> str:
    return json.dumps({key: value for key, value in event.items() if value is not None}, allow_nan=False, separators=(",", ":"))
