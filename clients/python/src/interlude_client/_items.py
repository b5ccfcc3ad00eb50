"""The shapes of a flow's walk: plain JSON, with the names that the test vectors have."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Dict, List, Literal, Optional, TypedDict, Union

Surface = Literal["web", "sms", "plain"]
"""Where a flow is shown: `sms` prefers the short wording; `sms` and `plain` take numbers as answers."""
Json = Dict[str, Any]


class _State(TypedDict):
    nodeId: Optional[str]
    turns: int
    misses: int
    ended: Optional[Literal["complete", "abandon"]]


class FlowState(_State, total=False):
    """Where a walk is. Plain JSON without a word of the person's."""

    reason: Literal["user_exit", "no_match", "timeout", "unsupported_spec"]


class Choice(TypedDict):
    id: str
    label: str
    number: int


class Disclosure(TypedDict):
    kind: Literal["disclosure"]
    text: str


class _Message(TypedDict):
    kind: Literal["message"]
    nodeId: str
    text: str


class Message(_Message, total=False):
    imageUrl: str
    imageAltText: str


class _Choices(TypedDict):
    kind: Literal["choices"]
    nodeId: str
    text: str
    choices: List[Choice]


class Choices(_Choices, total=False):
    """A question with its answers."""

    again: Literal[True]
    """A text was not understood."""


class _Link(TypedDict):
    kind: Literal["link", "handoff"]
    nodeId: str
    label: str
    url: str


class Link(_Link, total=False):
    text: str


class _Closing(TypedDict):
    kind: Literal["closing"]
    nodeId: str


class Closing(_Closing, total=False):
    text: str


Presented = Union[Disclosure, Message, Choices, Link, Closing]
"""What a step of a flow shows, told apart by `kind`. Words are the advertiser's; show them verbatim."""


class Intent(TypedDict):
    """A natural-language edge of a flow: the words of the person that lead along it."""

    intent: str
    description: str
    examples: List[str]


Matcher = Callable[[str, List[Intent]], Optional[str]]
"""Names the intent that a text means, or None."""
AsyncMatcher = Callable[[str, List[Intent]], Union[Optional[str], Awaitable[Optional[str]]]]
Report = Callable[[str, Json], object]
