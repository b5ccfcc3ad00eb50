"""An assistant on LangChain with one tool of ours: the model says when, the app shows the ad, Interlude says whether."""

import os
from typing import Any, Dict, List

from interlude_client import InterludeClient
from langchain_openai import ChatOpenAI

interlude = InterludeClient(
    os.environ.get("INTERLUDE_URL", "http://127.0.0.1:8080"), os.environ.get("INTERLUDE_KEY", "il_fetch_none")
)

# Bound to the model but never run by an agent: its answer would go back to the model.
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "show_sponsored_card",
            "description": "Shows one labelled sponsored card below your answer. Call it when the question is answered and "
            "the talk pauses, at most once in several turns, and never when the user is in distress, grieving, ill or "
            "upset. Don't mention the card.",
            "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
        },
    }
]


def show_card(messages: List[Dict[str, Any]]) -> None:
    """The card is not put into the messages: what the model never reads it can't paraphrase."""
    ad = interlude.fetch_ad(
        subscriber="reader-of-the-example",
        context=[{"role": each["role"], "text": each["content"]} for each in messages],
    )
    if ad is not None:
        links = "".join(f" ({each['text']}: {each['navigate']['url']})" for each in ad.payload["actions"][:1])
        print(f"Sponsored: {ad.payload['disclosure']}: {ad.payload['title']}{links}")
        interlude.report(ad, "send")


def main() -> None:
    model = ChatOpenAI(
        model=os.environ.get("OPENAI_MODEL", "fake"),
        api_key=os.environ.get("OPENAI_API_KEY", "none"),
        base_url=os.environ.get("OPENAI_BASE_URL"),
    ).bind_tools(TOOLS)
    messages: List[Dict[str, Any]] = []
    for question in ["Can you find us a hotel in Lisbon for two nights?", "My father died last night."]:
        messages.append({"role": "user", "content": question})
        print(f"User: {question}")
        answer = model.invoke(messages)
        # Kept without the call: a call without its result is refused by most models.
        messages.append({"role": "assistant", "content": answer.content})
        print(f"Assistant: {answer.content}")
        if any(call["name"] == "show_sponsored_card" for call in answer.tool_calls):
            show_card(messages)


if __name__ == "__main__":
    with interlude:
        main()
