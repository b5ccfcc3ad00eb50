package io.interlude.manage.resource;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonPieces;
import io.interlude.web.limits.Place;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The pieces of a JSON object of lists of resources. A resource is written when its piece is asked
/// for, so the whole takes the memory of one resource and not of all.
public final class JsonSections extends JsonPieces {
    private final Iterator<Section> sections;
    private final ObjectNode rest;
    private @Nullable Section open;

    /// @param rest fields that follow the sections
    public JsonSections(Iterator<Section> sections, ObjectNode rest) {
        this.sections = sections;
        this.rest = rest;
    }

    /// Resources of one kind.
    ///
    /// @param resources each made when it is asked for
    public record Section(String name, Iterator<JsonNode> resources) {}

    /// An answer `{items, nextCursor?}`.
    ///
    /// @param heapBytes what the JSON of an item takes until it is written
    /// @throws io.interlude.web.limits.OverloadedException if the owner holds its share already
    public static <T> Mono<ServerResponse> page(
            List<T> items,
            @Nullable String nextCursor,
            ToLongFunction<T> heapBytes,
            Function<T, JsonNode> json,
            Place place) {
        place.take(items.stream().mapToLong(heapBytes).max().orElse(0));
        ObjectNode rest = Json.MAPPER.createObjectNode();
        if (nextCursor != null) {
            rest.put("nextCursor", nextCursor);
        }
        Section section = new Section("items", items.stream().map(json).iterator());
        return Answers.pieces(
                MediaType.APPLICATION_JSON_VALUE,
                new JsonSections(List.of(section).iterator(), rest),
                Map.of(),
                place);
    }

    @Override
    protected boolean writeNext(JsonGenerator json) {
        Section section = open;
        if (section == null && sections.hasNext()) {
            open = sections.next();
            json.writeArrayPropertyStart(open.name());
        } else if (section == null) {
            rest.forEachEntry((name, value) -> {
                json.writeName(name);
                Json.MAPPER.writeTree(json, value);
            });
            return false;
        } else if (section.resources().hasNext()) {
            Json.MAPPER.writeTree(json, section.resources().next());
        } else {
            json.writeEndArray();
            open = null;
        }
        return true;
    }
}
