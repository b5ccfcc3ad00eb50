package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Reads the product's description as a tool would that makes a client of it.
final class DescriptionJourney {
    private final DescribedAnswers described;
    private final JsonNode document;

    DescriptionJourney(URI base) {
        described = DescribedAnswers.of(base);
        document = described.document();
    }

    /// Every reference leads somewhere, every operation has a name of its own, every example is as
    /// its schema says, and what has a body has an example.
    void check() {
        assertThat(document.findValuesAsString("$ref"))
                .isNotEmpty()
                .allSatisfy(reference ->
                        assertThat(document.at(reference.substring(1)).isMissingNode())
                                .as(reference)
                                .isFalse());
        assertThat(operations().map(operation -> operation.path("operationId").asString()))
                .doesNotHaveDuplicates()
                .doesNotContain("");
        List<String> bodiesWithoutExample = new ArrayList<>();
        operations()
                .forEach(operation -> {
                    String name = operation.path("operationId").asString();
                    JsonNode sent =
                            operation.path("requestBody").path("content").path("application/json");
                    if (!sent.isMissingNode() && examples(sent).isEmpty()) {
                        bodiesWithoutExample.add(name);
                    }
                    checkExamples(name, sent);
                    operation
                            .path("responses")
                            .forEach(response ->
                                    checkExamples(
                                            name,
                                            response.path("content").path("application/json")));
                });
        assertThat(bodiesWithoutExample).isEmpty();
    }

    private void checkExamples(String name, JsonNode content) {
        examples(content)
                .forEach(example ->
                        assertThat(
                                        described.problems(
                                                content.path("schema").toString(),
                                                content.path("schema"),
                                                example.toString()))
                                .as("example of %s: %s", name, example)
                                .isEmpty());
    }

    private static List<JsonNode> examples(JsonNode content) {
        return content.has("example")
                ? List.of(content.path("example"))
                : content.path("examples")
                        .valueStream()
                        .map(example -> example.path("value"))
                        .toList();
    }

    private Stream<JsonNode> operations() {
        return document.path("paths")
                .propertyStream()
                .map(Map.Entry::getValue)
                .flatMap(JsonNode::valueStream);
    }
}
