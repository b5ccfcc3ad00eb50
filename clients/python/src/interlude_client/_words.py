"""Flows as text: the words of a text, the intents that they match, and text messages."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from typing import List, Optional, Sequence

from ._items import Choices, Intent, Json, Presented
from ._unspaced import UNSPACED

_STOP_WORDS = {"stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"}


def match_keywords(text: str, intents: Sequence[Intent]) -> Optional[str]:
    """The default way from a text to an intent: by the words that it shares with the intents' examples."""
    said = words_of(text)
    best, most = None, 0
    for each in intents:
        for example in each["examples"]:
            shared = _shared(said, words_of(example))
            if shared > most:
                best, most = each["intent"], shared
    return best


def words_of(text: str) -> List[str]:
    """The words of a text, without case, accents and punctuation; exactly as the executor's README says."""
    found: List[str] = []
    run = ""
    folded = "".join(char for char in unicodedata.normalize("NFKD", text) if not _is_ignored(char))
    for char in folded.lower().replace("\u03c2", "\u03c3"):
        unspaced = _is_unspaced(char)
        if not unspaced and unicodedata.category(char)[0] in "LMN":
            run += char
            continue
        if run:
            found.append(run)
            run = ""
        if unspaced:
            found.append(char)
    return [*found, run] if run else found


def render_text(presented: Sequence[Presented]) -> List[str]:
    """The text messages that show the items: one for each, but the disclosure leads the first message."""
    texts: List[str] = []
    lead = ""
    for item in presented:
        text = _text(item)
        if item["kind"] == "disclosure":
            lead = text + "\n"
        elif text:
            texts.append(lead + text)
            lead = ""
    return texts


def read_reply(choices: Optional[Choices], reply: str) -> Json:
    """What a reply by text means: a stop word, a choice's number or label, else free text."""
    said = " ".join(words_of(reply))
    if said in _STOP_WORDS:
        return {"type": "exit"}
    offered = choices["choices"] if choices is not None else []
    for each in offered:
        if said in (str(each["number"]), " ".join([str(each["number"]), *words_of(each["label"])])):
            return {"type": "choice", "choiceId": each["id"]}
    for each in offered:
        if reply == each["label"] if said == "" else said == " ".join(words_of(each["label"])):
            return {"type": "choice", "choiceId": each["id"]}
    return {"type": "text", "text": reply}


def _text(item: Presented) -> str:
    lines = [item["text"]] if "text" in item else []  # A link or a closing may have none.
    if item["kind"] == "choices":
        lines += [f"{each['number']} {each['label']}" for each in item["choices"]]
    elif item["kind"] == "link" or item["kind"] == "handoff":
        lines.append(f"{item['label']}: {item['url']}")
    return "\n".join(lines)


def _shared(said: List[str], example: List[str]) -> int:
    if _stands(example, said):
        return len(example)
    return len(said) if 2 * len(said) >= len(example) and _stands(said, example) else 0


def _stands(run: List[str], words: List[str]) -> bool:
    """Whether the first list stands in the second as a run."""
    return any(words[at : at + len(run)] == run for at in range(len(words)))


def _is_ignored(char: str) -> bool:
    return "\u0300" <= char <= "\u036f" or "\u20d0" <= char <= "\u20ff" or "\ufe00" <= char <= "\ufe0f"


def _is_unspaced(char: str) -> bool:
    at = bisect_right(UNSPACED, ord(char))
    return at % 2 == 1
