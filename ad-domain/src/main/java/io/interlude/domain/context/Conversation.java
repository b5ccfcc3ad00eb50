package io.interlude.domain.context;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// The turns around a fetch, oldest first. Lives as long as its request, is never written anywhere,
/// and prints without its words.
public record Conversation(List<Turn> turns) {
    public Conversation {
        turns = List.copyOf(turns);
    }

    /// A summary in one piece: a single turn of the user's.
    public static Conversation ofSummary(String summary) {
        return new Conversation(List.of(new Turn(Speaker.USER, summary)));
    }

    @Override
    public String toString() {
        return "Conversation[" + turns.size() + " turns]";
    }

    /// The speaker of a turn.
    public enum Speaker {
        USER,
        /// The application, or any speaker but the user.
        ASSISTANT;

        /// The speaker that a role of the request stands for: `user` in any case, and no role at
        /// all, is the user; any other role (`system`, `tool`, ...) speaks for the application.
        public static Speaker ofRole(String role) {
            return role.isBlank() || role.equalsIgnoreCase("user") ? USER : ASSISTANT;
        }
    }

    /// One turn. Prints without its words.
    public record Turn(Speaker speaker, String text) {
        public Turn {
            requireNonNull(speaker, "speaker is null");
            requireNonNull(text, "text is null");
        }

        @Override
        public String toString() {
            return "Turn[" + speaker + ", redacted]";
        }
    }
}
