"""Ads for conversations: fetches them, walks flow ads and reports events. Never raises, never waits long."""

from ._events import Problem
from ._items import Choice, Choices, FlowState, Intent, Presented, Surface
from ._words import render_text
from .api import BotPlatformPayload, Disqualification, NativePayload, ServedFlow, SmsPayload
from .client import (
    Ad,
    AsyncInterludeClient,
    Consent,
    EventType,
    FetchArguments,
    FetchResult,
    InterludeClient,
    Turn,
)
from .flow import IDLE_SECONDS, AsyncFlowSession, FlowSession

__version__ = "0.1.0"

__all__ = [
    "IDLE_SECONDS",
    "Ad",
    "AsyncFlowSession",
    "AsyncInterludeClient",
    "BotPlatformPayload",
    "Choice",
    "Choices",
    "Consent",
    "Disqualification",
    "EventType",
    "FetchArguments",
    "FetchResult",
    "FlowSession",
    "FlowState",
    "Intent",
    "InterludeClient",
    "NativePayload",
    "Presented",
    "Problem",
    "ServedFlow",
    "SmsPayload",
    "Surface",
    "Turn",
    "render_text",
]
