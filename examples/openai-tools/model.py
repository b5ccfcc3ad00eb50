from typing import Any, Dict, List


def model(messages: List[Dict[str, Any]], tools: List[Dict[str, Any]]) -> Dict[str, Any]:
    """Stands for a language model: answers, and calls the first tool when an answer is complete and nobody is sad."""
    if "died" in messages[-1]["content"]:
        return {"content": "I am so sorry for your loss."}
    call = {"id": "call-1", "type": "function", "function": {"name": tools[0]["function"]["name"], "arguments": "{}"}}
    return {"content": "The Alfama has quiet ones near the castle.", "tool_calls": [call]}
