package io.interlude.manage.catalogue;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The pieces of a catalogue's JSON. A resource is written when its piece is asked for, so an
/// export takes the memory of one piece and not of the catalogue.
final class ExportedCatalogue implements Iterator<byte[]> {
    private final Iterator<Section> sections;
    private final ObjectNode rest;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator json = Json.MAPPER.createGenerator(bytes);
    private @Nullable Section open;
    private boolean begun;

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
    public boolean hasNext() {
        return !json.isClosed();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        bytes.reset();
        if (!begun) {
            begun = true;
            json.writeStartObject();
        }
        while (!json.isClosed() && bytes.size() < Answers.PIECE_BYTES) {
            writeNext();
        }
        return bytes.toByteArray();
    }

    private void writeNext() {
        Section section = open;
        if (section == null && sections.hasNext()) {
            open = sections.next();
            json.writeArrayPropertyStart(open.name());
        } else if (section == null) {
            rest.forEachEntry((name, value) -> {
                json.writeName(name);
                Json.MAPPER.writeTree(json, value);
            });
            json.writeEndObject();
            json.close();
        } else if (section.resources().hasNext()) {
            Json.MAPPER.writeTree(json, section.resources().next());
        } else {
            json.writeEndArray();
            open = null;
        }
    }
}
