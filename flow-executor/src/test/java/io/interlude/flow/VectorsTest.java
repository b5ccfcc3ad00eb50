package io.interlude.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class VectorsTest {
    private static final String CANARY = "quokkavelvet";
    private static final Pattern RULE_ROW = Pattern.compile("(?m)^\\| `([a-z0-9.-]+)` \\|");

    static List<Vector> vectors() throws IOException {
        return Vector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void javaWalksAsExpected(Vector vector) {
        check(vector, new JavaExecutor());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void javaScriptWalksAsExpected(Vector vector) {
        check(vector, JavaScriptExecutor.SHARED);
    }

    private static void check(Vector vector, Executor executor) {
        // when
        JsonNode played =
                executor.play(vector.flow(), vector.surface(), vector.inputs(), vector.matches());

        // then
        for (int i = 0; i < vector.steps().size(); i++) {
            JsonNode expected = vector.steps().get(i);
            JsonNode actual = played.get(i);
            for (String part : List.of("present", "events", "state")) {
                assertThat(actual.get(part))
                        .as("%s of step %d", part, i)
                        .isEqualTo(expected.get(part));
            }
            boolean textual = !vector.surface().equals("web");
            assertThat(expected.has("texts")).as("texts of step %d", i).isEqualTo(textual);
            if (textual) {
                assertThat(actual.get("texts"))
                        .as("texts of step %d", i)
                        .isEqualTo(expected.get("texts"));
            }
        }
        assertThat(played.size()).isEqualTo(vector.steps().size());
        JsonNode state = played.get(played.size() - 1).get("state");
        String end = state.path("reason").asString(state.path("ended").asString(null));
        assertThat(end).isEqualTo(vector.end());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void reportsNothingThatThePersonTyped(Vector vector) {
        // given
        ServedFlow served = new ServedFlow(vector.flow());
        boolean refused = Objects.equals(vector.end(), "unsupported_spec");

        // then
        for (JsonNode step : vector.steps()) {
            String kept = step.get("events").toString() + step.get("state");
            assertThat(kept).doesNotContainIgnoringCase(CANARY);
            if (!refused || vector.flow().path("nodes").isArray()) {
                served.check(step);
            }
        }
    }

    @Test
    void plantsCanariesInWhatPeopleType() throws IOException {
        assertThat(vectors().stream().flatMap(vector -> vector.typed().stream()))
                .filteredOn(text -> text.contains(CANARY))
                .hasSizeGreaterThan(30);
    }

    @Test
    void coversEveryRule() throws IOException {
        // given
        String documented = Files.readString(Vector.FOLDER.resolve("README.md"));
        Set<String> rules =
                RULE_ROW.matcher(documented.substring(documented.indexOf("## Rules")))
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));

        // then
        assertThat(rules).hasSizeGreaterThan(15);
        assertThat(vectors().stream().flatMap(vector -> vector.rules().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(rules);
    }

    @Test
    void namesEachVectorOnce() throws IOException {
        assertThat(vectors()).extracting(Vector::name).doesNotHaveDuplicates();
    }
}
