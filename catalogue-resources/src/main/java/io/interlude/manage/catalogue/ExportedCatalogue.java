package io.interlude.manage.catalogue;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.JsonPieces;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The pieces of a catalogue's JSON. A resource is written when its piece is asked for, so an
/// export takes the memory of one piece and not of the catalogue.
final class ExportedCatalogue extends JsonPieces {
    private final Iterator<Section> sections;
    private final ObjectNode rest;
    private @Nullable Section open;

    /// @param rest fields that follow the sections
    ExportedCatalogue(Iterator<Section> sections, ObjectNode rest) {
        this.sections = sections;
        this.rest = rest;
    }

    /// Resources of one kind.
    ///
    /// @param resources each made when it is asked for
    record Section(String name, Iterator<JsonNode> resources) {}

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
