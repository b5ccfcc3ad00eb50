"""Stands for LangChain's package of this name, as far as examples/langchain-python uses it: it asks a model by OpenAI's interface."""

import json
import urllib.request
from dataclasses import dataclass
from typing import Any, Dict, List, Optional


@dataclass
class AIMessage:
    content: str
    tool_calls: List[Dict[str, Any]]


class ChatOpenAI:
    def __init__(self, *, model: str, api_key: str, base_url: Optional[str]) -> None:
        self._model, self._api_key, self._base_url = model, api_key, base_url
        self._tools: List[Dict[str, Any]] = []

    def bind_tools(self, tools: List[Dict[str, Any]]) -> "ChatOpenAI":
        bound = ChatOpenAI(model=self._model, api_key=self._api_key, base_url=self._base_url)
        bound._tools = tools
        return bound

    def invoke(self, messages: List[Dict[str, Any]]) -> AIMessage:
        request = urllib.request.Request(
            f"{self._base_url}/chat/completions",
            json.dumps({"model": self._model, "messages": messages, "tools": self._tools}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self._api_key}"},
        )
        with urllib.request.urlopen(request) as answer:
            message = json.load(answer)["choices"][0]["message"]
        calls = [call["function"] for call in message.get("tool_calls", [])]
        return AIMessage(message["content"], [{"name": each["name"], "args": json.loads(each["arguments"])} for each in calls])
