package io.interlude.local.demo;

import io.interlude.local.demo.DemoConversation.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads conversations: one JSON object a line, with `id`, `turns` of `role` and `text`, and
/// perhaps the `application` in which it takes place.
final class DemoConversations {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String OWN = "/demo/conversations.jsonl";

    private DemoConversations() {}

    /// The conversations of the file, or the product's own.
    ///
    /// @throws IllegalArgumentException with a sentence that says what is wrong with the file
    static List<DemoConversation> load(@Nullable Path file) {
        try (BufferedReader reader = open(file)) {
            List<DemoConversation> conversations = new ArrayList<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank()) {
                    conversations.add(conversation(line, file));
                }
            }
            if (conversations.isEmpty()) {
                throw new IllegalArgumentException("The file " + file + " holds no conversation.");
            }
            return conversations;
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + file + " cannot be read.", e);
        }
    }

    private static BufferedReader open(@Nullable Path file) throws IOException {
        if (file != null) {
            return Files.newBufferedReader(file);
        }
        InputStream own =
                Objects.requireNonNull(DemoConversations.class.getResourceAsStream(OWN), OWN);
        return new BufferedReader(new InputStreamReader(own, StandardCharsets.UTF_8));
    }

    private static DemoConversation conversation(String line, @Nullable Path file) {
        try {
            JsonNode json = JSON.readTree(line);
            List<Turn> turns = new ArrayList<>();
            for (JsonNode turn : json.path("turns")) {
                turns.add(
                        new Turn(
                                turn.path("role").asString("user"),
                                turn.path("text").asString("")));
            }
            String application = json.path("application").asString("");
            return new DemoConversation(
                    json.path("id").asString(""),
                    application.isEmpty() ? null : application,
                    turns);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The file " + file + " has a line that is not JSON.", e);
        }
    }
}
