package io.interlude.context.appropriateness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.language.ReadLanguages;
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
/// @param language BCP 47 primary tag
/// @param category a label of [io.interlude.domain.suitability.SensitiveCategory], or a kind of
///   ordinary talk
/// @param theme what it was written about, with others; examples of one theme are alike
public record Example(String language, String category, String theme, Conversation conversation) {
    private static final String ENGLISH = "en";
    private static final String FILE = "examples.jsonl";

    /// The languages that examples were written in.
    private static final List<String> WRITTEN = List.of("en", "zh");

    /// The examples written for this project that a concern's model learns from, in the order of
    /// the files: its own, and before them those of the concerns before it.
    static List<Example> load(Concern concern) {
        return EnumSet.range(Concern.DISTRESS, concern).stream()
                .flatMap(each -> read(each.resource(FILE)).stream())
                .toList();
    }

    /// The same with those in other languages that the reader reads, the English ones first.
    static List<Example> load(Concern concern, ReadLanguages languages) {
        return EnumSet.range(Concern.DISTRESS, concern).stream()
                .flatMap(each -> readAll(each.resource(FILE), languages).stream())
                .toList();
    }

    /// Examples of moments with and without a need.
    public static List<Example> loadNeeds(ReadLanguages languages) {
        return readAll(NeedModel.EXAMPLES, languages);
    }

    /// Whether it was written as one with a need.
    public boolean isNeedy() {
        return NeedModel.NEEDS.contains(category);
    }

    private static List<Example> readAll(String resource, ReadLanguages languages) {
        return WRITTEN.stream()
                .filter(tag -> tag.equals(ENGLISH) || languages.contains(tag))
                .flatMap(tag -> read(resource, tag).stream())
                .toList();
    }

    /// The examples in a file of this package.
    static List<Example> read(String resource) {
        return read(resource, ENGLISH);
    }

    private static List<Example> read(String resource, String language) {
        String name =
                language.equals(ENGLISH)
                        ? resource
                        : resource.replace(".jsonl", "-" + language + ".jsonl");
        try (InputStream file = Example.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> example(language, JsonMapper.shared().readTree(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Example example(String language, JsonNode line) {
        return new Example(
                language,
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
