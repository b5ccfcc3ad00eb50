"""An assistant with one tool of ours: the model says when, the app shows the ad, Interlude says whether."""

import os
from typing import Any, Dict, List

from interlude_client import InterludeClient
from model import model

interlude = InterludeClient(
    os.environ.get("INTERLUDE_URL", "http://127.0.0.1:8080"), os.environ.get("INTERLUDE_KEY", "il_fetch_none")
)

# In the form of OpenAI's tools, which most models' interfaces share.
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
    messages: List[Dict[str, Any]] = []
    for question in ["Can you find us a hotel in Lisbon for two nights?", "My father died last night."]:
        messages.append({"role": "user", "content": question})
        print(f"User: {question}")
        # With OpenAI's package: openai.chat.completions.create(model=…, messages=messages, tools=TOOLS).choices[0].message
        answer = model(messages, TOOLS)
        messages.append({"role": "assistant", "content": answer["content"]})
        print(f"Assistant: {answer['content']}")
        if any(call["function"]["name"] == "show_sponsored_card" for call in answer.get("tool_calls", [])):
            show_card(messages)


if __name__ == "__main__":
    with interlude:
        main()
