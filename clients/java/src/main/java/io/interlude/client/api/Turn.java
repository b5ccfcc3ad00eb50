package io.interlude.client.api;

/// One turn of the conversation. It is used to choose an ad, and stored nowhere; it prints nothing.
public record Turn(String role, String text) {
    /// What the person said.
    public static Turn user(String text) {
        return new Turn("user", text);
    }

    /// What the assistant said.
    public static Turn assistant(String text) {
        return new Turn("assistant", text);
    }

    @Override
    public String toString() {
        return "Turn[" + role + ", " + text.length() + " characters]";
    }
}
