package io.interlude.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.web.openapi.ApiDescription;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.refusal.Problem;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What tools take, and what they send; without a product to send it to.
class ToolsTest {
    private static final JsonNode DESCRIPTION =
            ApiDescription.of(
                    Stream.of("fetch", "events", "reports", "management")
                            .map(name -> new ApiFragment("openapi/" + name + ".yaml"))
                            .toList());
    private static final ApiClient API = new ApiClient(URI.create("http://127.0.0.1:9"), null);
    private static final List<McpTool> TOOLS = Tools.all(API, DESCRIPTION, InstantSource.system());

    @AfterAll
    static void close() {
        API.close();
    }

    @Test
    void noSchemaRefersToWhatItDoesNotBring() {
        for (McpTool tool : TOOLS) {
            JsonNode schema = Json.MAPPER.valueToTree(tool.schema().asMap());

            assertThat(schema.toString()).doesNotContain("#/components/");
            for (JsonNode reference : schema.findValues("$ref")) {
                assertThat(schema.at(reference.asString().substring(1)).isObject())
                        .as("%s: %s", tool.about().name(), reference)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "fits",
            value = {
                "get_ad | {\"adUnit\": \"a\", \"context\": [{\"text\": \"t\"}], \"idempotencyKey\": \"k\"} | fits",
                "get_ad | {\"moment\": \"a\"} | moment",
                "get_ad | {\"count\": 6} | count",
                "report_event | {\"eventType\": \"read\", \"fetchEventId\": \"x\"} | fetchEventId",
                "report | {\"groupBy\": [\"lineItem\"], \"totals\": true} | fits",
                "report | {\"groupBy\": [\"planet\"]} | groupBy[0]",
                "delivery | {\"lineItem\": [\"a\"]} | fits",
                "book_line_item | {\"lineItem\": {\"name\": \"n\", \"price\": 1}} | lineItem.price",
                "book_line_item | {\"creatives\": []} | lineItem",
                "book_line_item | {\"lineItem\": {\"name\": \"n\", \"price\": {\"model\": \"flat\","
                        + " \"amount\": {\"amount\": \"1\", \"currency\": \"USD\"}}, \"status\": \"active\"}}"
                        + " | lineItem.status",
            })
    void namesTheArgumentThatDoesNotFit(String tool, String arguments, String field) {
        Optional<Problem> misfit = tool(tool).schema().check(json(arguments));

        assertThat(misfit.map(problem -> problem.fields().get("field")))
                .isEqualTo(Optional.ofNullable(field));
    }

    @Test
    void sendsArgumentsWhereTheOperationHasThem() {
        ApiOperation report = ApiOperation.of(DESCRIPTION, "getReport", Set.of());
        ApiOperation delivery = ApiOperation.of(DESCRIPTION, "getDelivery", Set.of());
        ApiOperation decision = ApiOperation.of(DESCRIPTION, "explainDecision", Set.of());
        ApiOperation event = ApiOperation.of(DESCRIPTION, "postEvent", Set.of());

        assertThat(report.request(json("{\"groupBy\": [\"adUnit\", \"creative\"]}"), "").target())
                .isEqualTo("/v1/reports?groupBy=adUnit%2Ccreative");
        assertThat(delivery.request(json("{\"lineItem\": [\"a&b\", \"c\"]}"), "").target())
                .isEqualTo("/v1/reports/delivery?lineItem=a%26b&lineItem=c");
        assertThat(decision.request(json("{\"messageId\": \"../keys\"}"), "").target())
                .isEqualTo("/v1/journal/..%2Fkeys/decision");
        assertThat(
                        event.request(
                                json("{\"idempotencyKey\": \"k\", \"eventType\": \"read\"}"),
                                "x=1"))
                .isEqualTo(
                        new ApiRequest(
                                "POST",
                                "/v1/event?x=1",
                                Map.of("Idempotency-Key", "k"),
                                json("{\"eventType\": \"read\"}")));
    }

    @Test
    void everyToolTellsWhichKeyItNeeds() {
        for (McpTool tool : TOOLS) {
            assertThat(tool.about().description()).contains("Needs a ");
        }
    }

    private static McpTool tool(String name) {
        return TOOLS.stream()
                .filter(tool -> tool.about().name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.MAPPER.readTree(text);
    }
}
