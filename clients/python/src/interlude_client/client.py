"""Fetches ads and reports events. Nothing here raises into the caller but for a programmer's mistake."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import logging
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generic,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Set,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    overload,
)
from urllib.parse import urlsplit

from ._events import EventQueue, Problem, event_json
from ._http import Answer, Call, Http, Threads
from ._items import AsyncMatcher, FlowState, Matcher, Surface
from .api import (
    AttributeValue,
    BotPlatformPayload,
    Disqualification,
    EventEventType as EventType,
    Format,
    NativePayload,
    ServedFlow,
    SmsPayload,
)
from .flow import AsyncFlowSession, FlowSession

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

Payload = TypeVar("Payload", covariant=True)
OnProblem = Callable[[Problem], None]

_NORMAL = {"no_fill", "no_demand", "frequency_capped", "appropriateness_suppressed"}
"""Reasons for no ad that are no problem."""
_FIELDS = {"ad_unit": "adUnit", "ad_format": "adFormat"}
_NOT_SENT = {"timeout", "idempotency_key", "debug"}
_log = logging.getLogger("interlude")
_threads = Threads()


class _Turn(TypedDict):
    text: str


class Turn(_Turn, total=False):
    """One turn of the conversation. The text is used to choose an ad, and is not stored."""

    role: str
    """`user` (the default) or `assistant`."""


class Consent(TypedDict, total=False):
    """What the person has agreed to. Without consent subscriber and conversation are dropped at the edge."""

    subscriber: bool
    """Consent to frequency caps and reach by `subscriber`."""
    tcf: str
    """An IAB TCF string."""
    gpp: str
    """An IAB GPP string."""


class FetchArguments(TypedDict, total=False):
    """What to ask for. A server that is too old for a field ignores it; None counts as not given."""

    ad_unit: Optional[str]
    """Code of the ad unit; without it the application's default. `__sandbox__` always has an ad and counts nothing."""
    subscriber: Optional[str]
    """An opaque id of the person, for frequency caps and reach. Never a name, an address or a number."""
    attributes: Optional[Mapping[str, AttributeValue]]
    """What line items target."""
    context: Union[str, Sequence[Turn], None]
    """The conversation up to now. The server reads the latest 4,096 bytes of it."""
    test: Optional[bool]
    """A test: in no report, and its answer names the rule that each candidate failed."""
    conversation: Optional[str]
    """An opaque id of the conversation, at most 128 characters: for the ad load and caps of a conversation."""
    turn: Optional[int]
    """The number of the user's turn; by default the server counts those of `context`."""
    sensitive: Optional[bool]
    """Your own verdict that this is no moment for an ad. It only tightens."""
    child: Optional[bool]
    """The person is a child: only line items that are suitable for children."""
    consent: Optional[Consent]
    include: Optional[Sequence[Literal["price", "expectedValue", "relevance", "advertiser", "why"]]]
    """Parts of the decision to be told in `decision`. A publisher tag may ask for `why` alone."""
    timeout: Optional[float]
    """Seconds until the answer counts as no ad; the client's own unless given."""
    idempotency_key: Optional[str]
    """At most 128 characters. A repeat of the same request under the same key has the same ad, and counts once."""
    debug: Optional[bool]
    """Asks why there is no ad."""


_KNOWN = {*FetchArguments.__annotations__, "format", "ad_format"}


@dataclass(frozen=True)
class Ad(Generic[Payload]):
    """A served ad. Show its disclosure always, its words verbatim and its links as they are."""

    message_id: str
    """Names the fetch: events are reported under it."""
    format: Format
    payload: Payload
    properties: Mapping[str, str] = field(default_factory=dict)
    disqualifications: Sequence[Disqualification] = ()
    """Of a test fetch alone."""
    decision: Mapping[str, Any] = field(default_factory=dict)
    """What was asked for by `include`."""


@dataclass(frozen=True)
class FetchResult(Generic[Payload]):
    """How a fetch ended: with an ad, or with a reason."""

    ad: Optional[Ad[Payload]] = None
    reason: Optional[str] = None
    """Without an ad: the server's reason, such as `no_demand` (with `debug` or a test) or `invalid_api_key`; or one of
    the client's: `no_fill` (a plain 204), `timeout`, `unavailable`, `invalid_request`, `invalid_answer`."""
    message: Optional[str] = None
    disqualifications: Sequence[Disqualification] = ()
    status: Optional[int] = None
    """HTTP status of a refusal."""


class _Client:
    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 1.0,
        flush_interval: float = 1.0,
        max_queued_events: int = 10_000,
        on_problem: Optional[OnProblem] = None,
    ) -> None:
        """
        :param url: where the ad server is, such as https://ads.example.com
        :param key: a fetch key, `il_fetch_…`
        :param timeout: seconds after which a fetch counts as no ad
        :param flush_interval: seconds that events wait for others to go with them
        :param max_queued_events: those beyond are lost, and told as `queue_full`
        :param on_problem: told of each problem, on any thread; by default the first of each reason is logged as a
            warning of the logger `interlude`, and the others for debugging
        :raises ValueError: when these make no sense
        """
        _check(url, key)
        if not (timeout > 0 and flush_interval >= 0 and max_queued_events >= 1):
            raise ValueError("timeout, flush_interval or max_queued_events is out of range")
        self._timeout = timeout
        self._on_problem = on_problem or _WarnOnce()
        self._http = Http(url, key)
        self._events = EventQueue(self._http, flush_interval, max_queued_events, self._tell)

    def report(
        self,
        ad: Union[str, Ad[Any]],
        event_type: EventType,
        event_data: Optional[Mapping[str, Any]] = None,
        *,
        timestamp: Optional[int] = None,
        subscriber: Optional[str] = None,
    ) -> bool:
        """Reports an event of an ad: puts it into the queue and returns at once. It is sent with others, again until the
        server has it, and counts once. False when it was not taken.

        :param ad: the ad, or its message id
        :param timestamp: when it happened, in Unix epoch milliseconds; now unless given
        :param subscriber: used only where the fetch had none
        """
        try:
            text = event_json(
                {
                    "version": 2,
                    "eventType": event_type,
                    "fetchEventId": ad if isinstance(ad, str) else ad.message_id,
                    "timestamp": int(time.time() * 1000) if timestamp is None else timestamp,
                    "subscriber": subscriber,
                    "eventData": event_data if event_data is None else dict(event_data),
                }
            )
        except Exception:
            self._tell(Problem("report", "invalid_event_data", 1, message="The event is no JSON."))
            return False
        return self._events.add(text)

    @property
    def pending_events(self) -> int:
        """Events that the server does not have yet."""
        return self._events.pending

    def _reporter(self, ad: Ad[ServedFlow]) -> Callable[[str, Dict[str, Any]], bool]:
        return lambda event_type, event_data: self.report(ad, event_type, event_data)  # type: ignore[arg-type]

    def _begin(self, arguments: Dict[str, Any]) -> Tuple[Future[Answer], Call, float]:
        unknown = arguments.keys() - _KNOWN
        if unknown:
            raise TypeError(f"unknown argument: {', '.join(sorted(unknown))}")
        given = {key: value for key, value in arguments.items() if value is not None}
        timeout = given.get("timeout", self._timeout)
        path = "/v1/fetch/v2?debug=1" if given.get("debug") else "/v1/fetch/v2"
        sent = {_FIELDS.get(key, key): value for key, value in given.items() if key not in _NOT_SENT}
        call = Call()
        try:
            body = json.dumps(sent, allow_nan=False)
        except Exception:
            refused: Future[Answer] = Future()
            refused.set_result(Answer(0, {"reason": "invalid_request", "message": "The request is no JSON."}))
            return refused, call, timeout
        idempotency_key = given.get("idempotency_key")
        return _threads.submit(lambda: self._http.post(path, body, timeout, idempotency_key, call)), call, timeout

    def _end(self, answer: Union[Answer, str]) -> FetchResult[Any]:
        result = _result(answer) if isinstance(answer, Answer) else FetchResult(reason=answer)
        if result.ad is None and result.reason not in _NORMAL:
            self._tell(Problem("fetch", str(result.reason), status=result.status, message=result.message))
        return result

    def _tell(self, problem: Problem) -> None:
        try:
            self._on_problem(problem)
        except Exception:
            # A log that fails is no reason to fail.
            pass


class InterludeClient(_Client):
    """One application's line to the ad server. Make one, keep it, and share it between threads."""

    @overload
    def fetch_ad(
        self, *, ad_format: Literal["Flow"], **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[ServedFlow]]: ...
    @overload
    def fetch_ad(self, *, format: Literal["sms"], **arguments: Unpack[FetchArguments]) -> Optional[Ad[SmsPayload]]: ...
    @overload
    def fetch_ad(
        self, *, format: Literal["botplatform"], **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[BotPlatformPayload]]: ...
    @overload
    def fetch_ad(
        self, *, format: Literal["native"] = "native", **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[NativePayload]]: ...
    def fetch_ad(self, **arguments: Any) -> Optional[Ad[Any]]:
        """The ad for this moment, or None. Raises nothing but TypeError for an argument that there is not, and takes no
        longer than its time-out."""
        return self.fetch_result(**arguments).ad

    def fetch_result(
        self,
        *,
        format: Optional[Format] = None,
        ad_format: Optional[Literal["Flow"]] = None,
        **arguments: Unpack[FetchArguments],
    ) -> FetchResult[Any]:
        """The same, with the reason where there is no ad."""
        future, call, timeout = self._begin({"format": format, "ad_format": ad_format, **arguments})
        try:
            return self._end(future.result(timeout))
        except Exception as cause:
            return self._end(_reason(cause))
        finally:
            _give_up(future, call)

    def start_flow(
        self,
        ad: Ad[ServedFlow],
        *,
        surface: Surface = "web",
        classify: Optional[Matcher] = None,
        resume_at: Optional[FlowState] = None,
    ) -> FlowSession:
        """Starts a flow, or resumes it at a state that was kept. Its events are reported by themselves."""
        return FlowSession(ad.payload, self._reporter(ad), surface=surface, classify=classify, resume_at=resume_at)

    def flush(self, timeout: float = 5.0) -> bool:
        """Sends what is queued; True once the server has it all."""
        return self._events.flush(timeout)

    def close(self, timeout: float = 2.0) -> bool:
        """Flushes, then takes and sends no event more; what is left is told as `abandoned`."""
        flushed = self._events.close(timeout)
        self._http.close()
        return flushed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncInterludeClient(_Client):
    """The same for asyncio: no method keeps the event loop waiting."""

    @overload
    async def fetch_ad(
        self, *, ad_format: Literal["Flow"], **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[ServedFlow]]: ...
    @overload
    async def fetch_ad(
        self, *, format: Literal["sms"], **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[SmsPayload]]: ...
    @overload
    async def fetch_ad(
        self, *, format: Literal["botplatform"], **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[BotPlatformPayload]]: ...
    @overload
    async def fetch_ad(
        self, *, format: Literal["native"] = "native", **arguments: Unpack[FetchArguments]
    ) -> Optional[Ad[NativePayload]]: ...
    async def fetch_ad(self, **arguments: Any) -> Optional[Ad[Any]]:
        """The ad for this moment, or None. Raises nothing but TypeError for an argument that there is not, and takes no
        longer than its time-out."""
        return (await self.fetch_result(**arguments)).ad

    async def fetch_result(
        self,
        *,
        format: Optional[Format] = None,
        ad_format: Optional[Literal["Flow"]] = None,
        **arguments: Unpack[FetchArguments],
    ) -> FetchResult[Any]:
        """The same, with the reason where there is no ad."""
        future, call, timeout = self._begin({"format": format, "ad_format": ad_format, **arguments})
        try:
            return self._end(await asyncio.wait_for(asyncio.wrap_future(future), timeout))
        except Exception as cause:
            return self._end(_reason(cause))
        finally:
            _give_up(future, call)

    def start_flow(
        self,
        ad: Ad[ServedFlow],
        *,
        surface: Surface = "web",
        classify: Optional[AsyncMatcher] = None,
        resume_at: Optional[FlowState] = None,
    ) -> AsyncFlowSession:
        """Starts a flow, or resumes it at a state that was kept. Its events are reported by themselves."""
        return AsyncFlowSession(ad.payload, self._reporter(ad), surface=surface, classify=classify, resume_at=resume_at)

    async def flush(self, timeout: float = 5.0) -> bool:
        """Sends what is queued; True once the server has it all."""
        return await asyncio.to_thread(self._events.flush, timeout)

    async def close(self, timeout: float = 2.0) -> bool:
        """Flushes, then takes and sends no event more; what is left is told as `abandoned`."""
        flushed = await asyncio.to_thread(self._events.close, timeout)
        self._http.close()
        return flushed

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _WarnOnce:
    """Enough to find a wrong key, and no flood while a server is away."""

    def __init__(self) -> None:
        self._told: Set[Tuple[str, str]] = set()
        self._lock = threading.Lock()

    def __call__(self, problem: Problem) -> None:
        told = (problem.operation, problem.reason)
        with self._lock:
            level = logging.DEBUG if told in self._told else logging.WARNING
            self._told.add(told)
        _log.log(level, "%s: %s: %s", problem.operation, problem.reason, problem.message or "")


def _check(url: str, key: str) -> None:
    parts = urlsplit(url if isinstance(url, str) else "")
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise ValueError("url must be where the ad server is, such as https://ads.example.com")
    parts.port  # Raises ValueError for a port that is none.
    if not isinstance(key, str) or not key or not all("!" <= char <= "~" for char in key):
        raise ValueError("key must be a fetch key")


def _give_up(future: Future[Answer], call: Call) -> None:
    if not future.done():
        future.cancel()
        call.cut()


def _reason(cause: BaseException) -> str:
    # Three types until Python 3.11.
    timed_out = isinstance(cause, (TimeoutError, asyncio.TimeoutError, concurrent.futures.TimeoutError))
    return "timeout" if timed_out else "unavailable"


def _result(answer: Answer) -> FetchResult[Any]:
    body = answer.body if isinstance(answer.body, dict) else {}
    if answer.status == 204:
        return FetchResult(reason="no_fill")
    message_id, payload, render_format = body.get("messageId"), body.get("payload"), body.get("format")
    disqualifications: List[Disqualification] = _list(body.get("disqualifications"))
    if answer.status == 200 and isinstance(message_id, str) and isinstance(payload, dict):
        properties, decision = body.get("properties"), body.get("decision")
        known: Format = render_format if render_format in ("sms", "botplatform") else "native"
        return FetchResult(Ad(message_id, known, payload, _dict(properties), disqualifications, _dict(decision)))
    reason, message = body.get("reason"), body.get("message", body.get("description"))
    return FetchResult(
        reason=reason if isinstance(reason, str) else "unavailable" if answer.status >= 500 else "invalid_answer",
        message=message if isinstance(message, str) else None,
        disqualifications=disqualifications,
        status=answer.status if answer.status not in (0, 200) else None,
    )


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}
