package io.interlude.local.sms;

import io.interlude.flow.FlowEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A flow to play, and where its events go.
///
/// @param payload the flow as it was served
/// @param report takes the events of a step and does not wait
record ServedFlow(Map<String, Object> payload, Consumer<List<FlowEvent>> report) {
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    /// A flow in a file, whose events go nowhere.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static ServedFlow inFile(Path file) throws IOException {
        try {
            String json = Files.readString(file);
            return new ServedFlow(JsonMapper.shared().readValue(json, OBJECT), _ -> {});
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("There is no file " + file + ".", e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("The file " + file + " holds no JSON object.", e);
        }
    }
}
