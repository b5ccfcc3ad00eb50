package io.interlude.local.demo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A dialogue to be played turn by turn.
///
/// @param application id of the application in which it takes place; null for any
record DemoConversation(String id, @Nullable String application, List<Turn> turns) {
    DemoConversation {
        turns = List.copyOf(turns);
    }

    /// A message of one side.
    record Turn(String role, String text) {}

    /// The natural pauses at which an app may ask for an ad, each as the number of turns said by
    /// then. The first comes after the first answer, and at least four turns lie between two.
    List<Integer> pauses() {
        List<Integer> pauses = new ArrayList<>();
        for (int said = 2; said <= turns.size(); said += 4) {
            pauses.add(said);
        }
        return pauses;
    }
}
