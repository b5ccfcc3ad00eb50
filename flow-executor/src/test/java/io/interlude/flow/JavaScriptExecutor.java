package io.interlude.flow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The web embed's executor, behind JSON, in a JavaScript engine of its own: no page, no Node. One
/// for all tests, as an engine takes seconds to start; for one thread at a time.
final class JavaScriptExecutor implements Executor {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path SCRIPTS = Path.of("../web-embed/src/main/js").toAbsolutePath();

    /// Plays many walks in one call: crossing the border between the languages costs most.
    private static final String PLAYER =
            """
            import { start, step, choicesAt, wordsOf } from "SCRIPTS/walk.js";
            import { renderText, readReply } from "SCRIPTS/render-text.js";

            function play({ flow, surface, inputs, matches }) {
              const match = (text) => matches[text] ?? null;
              const options = Object.keys(matches).length === 0 ? { surface } : { surface, match };
              let state;
              return [null, ...inputs].map((input) => {
                const result = input === null ? start(flow, options)
                  : step(flow, state, meaning(flow, state, input, options), options);
                state = JSON.parse(JSON.stringify(result.state));
                return { ...result, texts: renderText(result.present) };
              });
            }

            function meaning(flow, state, input, options) {
              return input.type === "reply"
                ? readReply(choicesAt(flow, state, options), input.text) : input;
            }

            export const playAll = (walks) => JSON.stringify(JSON.parse(walks).map(play));
            export const words = (texts) => JSON.stringify(JSON.parse(texts).map(wordsOf));
            """;

    static final JavaScriptExecutor SHARED = new JavaScriptExecutor();

    private final Value module;

    private JavaScriptExecutor() {
        Context context =
                Context.newBuilder("js")
                        .allowIO(IOAccess.ALL)
                        .option("engine.WarnInterpreterOnly", "false")
                        .option("js.esm-eval-returns-exports", "true")
                        .build();
        module = context.eval(source());
    }

    private static Source source() {
        try {
            if (!Files.exists(SCRIPTS.resolve("walk.js"))) {
                throw new IllegalStateException("no walk.js in " + SCRIPTS);
            }
            return Source.newBuilder(
                            "js",
                            PLAYER.replace("SCRIPTS", SCRIPTS.normalize().toString()),
                            "player.mjs")
                    .mimeType("application/javascript+module")
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public JsonNode play(
            JsonNode flow, String surface, List<JsonNode> inputs, Map<String, String> matches) {
        return playAll(List.of(new Walk(flow, surface, inputs, matches))).get(0);
    }

    /// As [#play], for each walk.
    JsonNode playAll(List<Walk> walks) {
        return call("playAll", JSON.writeValueAsString(walks));
    }

    /// The words of each text.
    JsonNode words(List<String> texts) {
        return call("words", JSON.writeValueAsString(texts));
    }

    private JsonNode call(String function, String json) {
        return JSON.readTree(module.invokeMember(function, json).asString());
    }

    /// A walk to be played.
    record Walk(
            JsonNode flow, String surface, List<JsonNode> inputs, Map<String, String> matches) {}
}
