package io.interlude.training.quality;

import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A folder of labelled conversations: `relevance-ads.json`, `relevance.jsonl` and
/// `sensitivity.jsonl`.
record LabelledData(List<Ad> ads, List<RelevanceRow> relevance, List<SensitivityRow> sensitivity) {

    /// An advertiser's texts.
    record Ad(String id, String title, String description, List<String> topics) {}

    /// A conversation and the ads that fit it; none when no ad does.
    record RelevanceRow(
            String id, Conversation context, Set<String> relevant, Set<String> partial) {}

    /// A conversation and whether it is a sensitive moment.
    record SensitivityRow(
            String id, String source, Conversation context, boolean sensitive, String category) {
        String labelAndCategory() {
            return (sensitive ? "sensitive/" : "ordinary/") + category;
        }
    }

    static LabelledData read(Path folder) throws IOException {
        List<Ad> ads = new ArrayList<>();
        JsonNode list =
                JsonMapper.shared()
                        .readTree(Files.readString(folder.resolve("relevance-ads.json")));
        list.forEach(ad ->
                ads.add(
                        new Ad(
                                text(ad, "id"),
                                text(ad, "title"),
                                text(ad, "description"),
                                List.copyOf(texts(ad.path("topics"))))));
        return new LabelledData(
                List.copyOf(ads),
                rows(folder.resolve("relevance.jsonl")).map(LabelledData::relevanceRow).toList(),
                rows(folder.resolve("sensitivity.jsonl"))
                        .map(LabelledData::sensitivityRow)
                        .toList());
    }

    private static Stream<JsonNode> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(line -> JsonMapper.shared().readTree(line));
    }

    private static RelevanceRow relevanceRow(JsonNode row) {
        return new RelevanceRow(
                text(row, "id"),
                conversation(row.path("context")),
                texts(row.path("relevantAdIds")),
                texts(row.path("partialAdIds")));
    }

    private static SensitivityRow sensitivityRow(JsonNode row) {
        return new SensitivityRow(
                text(row, "id"),
                text(row, "source").split(" \\(", 2)[0],
                conversation(row.path("context")),
                text(row, "label").equals("sensitive"),
                text(row, "category"));
    }

    private static Conversation conversation(JsonNode context) {
        if (context.isString()) {
            return Conversation.ofSummary(context.stringValue());
        }
        List<Turn> turns = new ArrayList<>();
        context.forEach(turn ->
                turns.add(new Turn(Speaker.ofRole(text(turn, "role")), text(turn, "text"))));
        return new Conversation(turns);
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).stringValue();
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new LinkedHashSet<>();
        array.forEach(element -> texts.add(element.stringValue()));
        return texts;
    }
}
