package io.interlude.flow;

/// An input to a walk from outside.
public sealed interface Input {
    /// A choice was tapped or numbered.
    record Choice(String choiceId) implements Input {}

    /// The person typed something. Prints nothing of it.
    record Text(String text) implements Input {
        @Override
        public String toString() {
            return "Text[" + text.length() + " characters]";
        }
    }

    /// The person followed the link that the flow ended with.
    record Activate() implements Input {}

    /// The person disengages or objects.
    record Exit() implements Input {}

    /// The person has been silent for too long; see [IdleTime].
    record Timeout() implements Input {}
}
