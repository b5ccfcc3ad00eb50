package io.interlude.context.appropriateness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A moment to learn from.
///
/// @param category a label of [SensitiveCategory], or a kind of ordinary talk
/// @param theme what it was written about, with others; examples of one theme are alike
record Example(String category, String theme, Conversation conversation) {
    /// The examples written for this project that a concern's model learns from, in the order of
    /// the files: its own, and before them those of the concerns before it.
    static List<Example> load(Concern concern) {
        return EnumSet.range(Concern.DISTRESS, concern).stream()
                .flatMap(each -> read(each.resource("examples.jsonl")).stream())
                .toList();
    }

    /// The examples in a file of this package.
    static List<Example> read(String resource) {
        try (InputStream file = Example.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> example(JsonMapper.shared().readTree(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Example example(JsonNode line) {
        return new Example(
                line.path("category").stringValue(),
                line.path("theme").stringValue(),
                conversation(line.path("context")));
    }

    private static Conversation conversation(JsonNode context) {
        if (context.isString()) {
            return Conversation.ofSummary(context.stringValue());
        }
        List<Turn> turns = new ArrayList<>();
        for (JsonNode turn : context) {
            Speaker speaker = Speaker.ofRole(turn.path("role").stringValue());
            turns.add(new Turn(speaker, turn.path("text").stringValue()));
        }
        return new Conversation(turns);
    }
}
