"""Walks a flow ad: section 3 of the specification as a pure state machine, and sessions over it.

The same machine as walk.js of the web embed and the Java module flow-executor; one set of test vectors holds all three.
Flow, state and input in; what to present, what to report and the next state out. States, items and inputs are plain
JSON with the names that the vectors have. Nothing that a person types is kept or reported.
"""

from __future__ import annotations

import re
from typing import Any, List, Mapping, Optional

from ._items import AsyncMatcher, Choices, FlowState, Intent, Json, Matcher, Presented, Report, Surface
from ._words import match_keywords, read_reply

IDLE_SECONDS: Mapping[Surface, float] = {"web": 600.0, "sms": 86_400.0, "plain": 600.0}
"""How long a person may be silent in a flow."""
_SURFACES = ("web", "sms", "plain")
_KNOWN_VERSION = re.compile(r"1(\.[0-9]+)?")
_WEB_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_MOST_TURNS = 10_000


class Walk:
    """One step: made for a flow and a state, moved by one method, then read. Pure but for itself."""

    def __init__(self, flow: Any, state: Optional[FlowState], surface: str, match: Optional[Matcher] = None) -> None:
        self.flow = flow
        self.state: Json = dict(state) if state is not None else {"nodeId": None, "turns": 0, "misses": 0, "ended": None}
        self.surface = surface
        self.match = match or match_keywords
        self.present: List[Any] = []
        self.events: List[Json] = []

    def start(self) -> None:
        flow = _record(self.flow) or {}
        disclosure = _words((_record(flow.get("metadata")) or {}).get("disclosureText"))
        version, entry = flow.get("specVersion"), self._node(flow.get("entryNodeId"))
        known = isinstance(version, str) and _KNOWN_VERSION.fullmatch(version)
        if not known or disclosure is None or entry is None or entry.get("type") != "message":
            self._abandon("unsupported_spec")
            return
        self.present.append({"kind": "disclosure", "text": disclosure})
        self._enter(flow["entryNodeId"])
        if self.state["nodeId"] is None:
            self.present = []

    def take(self, given: Mapping[str, Any]) -> None:
        """What cannot be taken here changes, presents and reports nothing."""
        kind = given.get("type")
        if self.state["ended"] is not None:
            if kind == "activate":
                self._activate()
        elif kind == "choice":
            self._choose(given.get("choiceId"))
        elif kind == "text":
            self._read(given.get("text"))
        elif kind == "exit":
            self._abandon("user_exit")
        elif kind == "timeout":
            self._abandon("timeout")

    def choices(self) -> Optional[Any]:
        """The question that is open, as it was presented."""
        node = self._node(self.state["nodeId"]) if self.state["ended"] is None else None
        return self._choices_item(node) if node is not None and _choices(node) else None

    def intents(self) -> List[Intent]:
        """What a matcher is asked about at present."""
        node = self._node(self.state["nodeId"]) if self.state["ended"] is None else None
        return [_intent(each) for each in _intents(node)] if node is not None and _choices(node) else []

    def _activate(self) -> None:
        node_id = self.state["nodeId"]
        action = _record((self._node(node_id) or {}).get("action")) or {}
        if self.state["ended"] == "complete" and action.get("kind") == "handoff":
            self._report("handoff_click", {"nodeId": node_id, "handoffKind": "url"})

    def _choose(self, choice_id: object) -> None:
        node_id = self.state["nodeId"]
        for choice in _choices(self._node(node_id)):
            if choice["id"] == choice_id:
                self._report("choice_tap", {"nodeId": node_id, "choiceId": choice_id})
                self._enter(choice.get("target"))
                return

    def _read(self, text: object) -> None:
        node_id = self.state["nodeId"]
        node = self._node(node_id)
        if not isinstance(text, str) or node is None or not _choices(node):
            return
        intents = _intents(node)
        name = self.match(text, [_intent(each) for each in intents]) if intents else None
        matched = next((each for each in intents if each["intent"] == name), None)
        if matched is not None:
            self._report("nlu_match", {"nodeId": node_id, "intent": matched["intent"]})
            self._enter(matched.get("target"))
        elif _words(node.get("noMatchTarget")) is not None:
            self._enter(node["noMatchTarget"])
        else:
            self._miss(node)

    def _miss(self, node: Json) -> None:
        self.state["misses"] += 1
        if self.state["misses"] > 1:
            self._abandon("no_match")
        else:
            self.present.append({**self._choices_item(node), "again": True})

    def _enter(self, node_id: object) -> None:
        """Goes to a node and on, until the person has to say something or the flow ends."""
        entered = set()
        follows = True
        while follows:
            node = self._node(node_id)
            if node is None or node["id"] in entered or not _is_sound(node):
                self._abandon("unsupported_spec")
                return
            entered.add(node["id"])
            follows = self._visit(node)
            node_id = node.get("next")

    def _visit(self, node: Json) -> bool:
        """Presents a node; true when its `next` follows by itself."""
        self.state.update(nodeId=node["id"], misses=0)
        self._report("node_visit", {"nodeId": node["id"]})
        if node["type"] == "action":
            return self._act(node)
        self.state["turns"] = min(self.state["turns"] + 1, _MOST_TURNS)
        if node["type"] == "choice-set":
            self.present.append(self._choices_item(node))
            return False
        self.present.append(
            _compact(
                kind="message",
                nodeId=node["id"],
                text=self._wording(node["text"], node.get("smsText")),
                imageUrl=_words(node.get("imageUrl")),
                imageAltText=_words(node.get("imageAltText")),
            )
        )
        return True

    def _act(self, node: Json) -> bool:
        action, text = node["action"], _words(node.get("text"))
        kind = action["kind"]
        if kind in ("link_out", "handoff"):
            shown = "handoff" if kind == "handoff" else "link"
            self.present.append(
                _compact(kind=shown, nodeId=node["id"], text=text, label=action["label"], url=action["url"])
            )
        elif kind == "end" or text is not None:
            self.present.append(_compact(kind="closing", nodeId=node["id"], text=text))
        if kind == "conversion" and _words(node.get("next")) is not None:
            return True
        self.state["ended"] = "complete"
        self._report("flow_complete", {"terminalNodeId": node["id"], "turns": self.state["turns"]})
        return False

    def _abandon(self, reason: str) -> None:
        self.state.update(ended="abandon", reason=reason)
        self._report(
            "flow_abandon", _compact(lastNodeId=self.state["nodeId"], turns=self.state["turns"], reason=reason)
        )

    def _report(self, event_type: str, event_data: Json) -> None:
        self.events.append({"eventType": event_type, "eventData": event_data})

    def _node(self, node_id: object) -> Optional[Json]:
        nodes = (_record(self.flow) or {}).get("nodes")
        if not isinstance(node_id, str) or not isinstance(nodes, list):
            return None
        return next((node for node in nodes if isinstance(node, dict) and node.get("id") == node_id), None)

    def _choices_item(self, node: Json) -> Json:
        return {
            "kind": "choices",
            "nodeId": node["id"],
            "text": self._wording(node["prompt"], node.get("smsPrompt")),
            "choices": [
                {"id": each["id"], "label": each["label"], "number": number}
                for number, each in enumerate(_choices(node), 1)
            ],
        }

    def _wording(self, text: str, sms_text: object) -> str:
        return (_words(sms_text) or text) if self.surface == "sms" else text


class _Session:
    def __init__(self, flow: Any, report: Report, surface: Surface, resume_at: Optional[FlowState]) -> None:
        if surface not in _SURFACES:
            raise ValueError("surface must be web, sms or plain")
        self._flow = flow
        self._report = report
        self._surface = surface
        self._state: Any = resume_at
        self.presented: List[Presented] = []
        """What the start shows; empty for a resumed walk and for a flow that cannot be run."""
        if resume_at is None:
            walk = self._walk()
            walk.start()
            self.presented = self._took(walk)

    @property
    def state(self) -> FlowState:
        """Keep it to resume the walk later."""
        state: FlowState = self._state
        return state

    @property
    def ended(self) -> bool:
        return self._state["ended"] is not None

    @property
    def choices(self) -> Optional[Choices]:
        """The question that is open."""
        return self._walk().choices()

    def choose(self, choice_id: str) -> List[Presented]:
        """A tap on a choice."""
        return self._step({"type": "choice", "choiceId": choice_id})

    def activate(self) -> None:
        """The link of a hand-off was followed."""
        self._step({"type": "activate"})

    def leave(self) -> None:
        """The person changes the subject, objects or closes the flow."""
        self._step({"type": "exit"})

    def time_out(self) -> None:
        """The person has been silent for too long; see `IDLE_SECONDS`."""
        self._step({"type": "timeout"})

    def _meaning(self, text: str) -> Json:
        return {"type": "text", "text": text} if self._surface == "web" else read_reply(self.choices, text)

    def _walk(self, match: Optional[Matcher] = None) -> Walk:
        return Walk(self._flow, self._state, self._surface, match)

    def _step(self, given: Json, match: Optional[Matcher] = None) -> List[Presented]:
        walk = self._walk(match)
        walk.take(given)
        return self._took(walk)

    def _took(self, walk: Walk) -> List[Presented]:
        self._state = walk.state
        for event in walk.events:
            self._report(event["eventType"], event["eventData"])
        return walk.present


class FlowSession(_Session):
    """One walk through one flow. Each input gives what to show next; events go to the client's queue."""

    def __init__(
        self,
        flow: Any,
        report: Report,
        *,
        surface: Surface = "web",
        classify: Optional[Matcher] = None,
        resume_at: Optional[FlowState] = None,
    ) -> None:
        self._classify = classify
        super().__init__(flow, report, surface, resume_at)

    def read(self, text: str) -> List[Presented]:
        """Words of the person. They go to `classify` and nowhere else; a failure of it counts as no match."""
        return self._step(self._meaning(text), None if self._classify is None else self._careful)

    def _careful(self, text: str, intents: List[Intent]) -> Optional[str]:
        try:
            return self._classify(text, intents) if self._classify is not None else None
        except Exception:
            return None


class AsyncFlowSession(_Session):
    """One walk through one flow, whose `classify` may be a coroutine."""

    def __init__(
        self,
        flow: Any,
        report: Report,
        *,
        surface: Surface = "web",
        classify: Optional[AsyncMatcher] = None,
        resume_at: Optional[FlowState] = None,
    ) -> None:
        self._classify = classify
        super().__init__(flow, report, surface, resume_at)

    async def read(self, text: str) -> List[Presented]:
        """Words of the person. They go to `classify` and nowhere else; a failure of it counts as no match."""
        given = self._meaning(text)
        if given["type"] != "text" or self._classify is None:
            return self._step(given)
        asked = self._state
        intents = self._walk().intents()
        name = await self._named(text, intents) if intents else None
        # The person may have tapped a choice, or left, while the words were read.
        return self._step(given, lambda _text, _intents: name) if self._state is asked else []

    async def _named(self, text: str, intents: List[Intent]) -> Optional[str]:
        try:
            named = self._classify(text, intents) if self._classify is not None else None
            return named if named is None or isinstance(named, str) else await named
        except Exception:
            return None


def _record(value: object) -> Optional[Json]:
    return value if isinstance(value, dict) else None


def _words(value: object) -> Optional[str]:
    return value if isinstance(value, str) and value != "" else None


def _compact(**fields: Any) -> Json:
    return {key: value for key, value in fields.items() if value is not None}


def _is_sound(node: Json) -> bool:
    """Whether the node can be presented: what it must have is there and of its type."""
    kind = node.get("type")
    if kind == "message":
        return _words(node.get("text")) is not None
    if kind == "choice-set":
        return _words(node.get("prompt")) is not None and bool(_choices(node))
    action = _record(node.get("action")) or {}
    if kind != "action":
        return False
    if action.get("kind") in ("link_out", "handoff"):
        url = action.get("url")
        return _words(action.get("label")) is not None and isinstance(url, str) and bool(_WEB_ADDRESS.match(url))
    return action.get("kind") in ("conversion", "end")


def _choices(node: Optional[Json]) -> List[Json]:
    if node is None or node.get("type") != "choice-set" or not isinstance(node.get("choices"), list):
        return []
    return [
        each
        for each in node["choices"]
        if isinstance(each, dict) and _words(each.get("id")) is not None and _words(each.get("label")) is not None
    ]


def _intents(node: Json) -> List[Json]:
    intents = node.get("intents")
    if not isinstance(intents, list):
        return []
    return [each for each in intents if isinstance(each, dict) and _words(each.get("intent")) is not None]


def _intent(intent: Json) -> Intent:
    examples = intent.get("examples")
    return {
        "intent": intent["intent"],
        "description": _words(intent.get("description")) or "",
        "examples": [each for each in examples if isinstance(each, str)] if isinstance(examples, list) else [],
    }
