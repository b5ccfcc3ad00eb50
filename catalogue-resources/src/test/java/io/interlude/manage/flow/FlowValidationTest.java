package io.interlude.manage.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.record.Violation;
import io.interlude.journal.json.Json;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class FlowValidationTest {
    private static final String SOUND =
            """
            {
              "specVersion": "1.0",
              "entryNodeId": "hello",
              "metadata": {"advertiserName": "Lake Cabins", "disclosureText": "Sponsored"},
              "nodes": [
                {"id": "hello", "type": "message", "text": "Cabins for two.", "next": "ask"},
                {
                  "id": "ask", "type": "choice-set", "prompt": "See some?",
                  "choices": [
                    {"id": "yes", "label": "Show me", "target": "see"},
                    {"id": "no", "label": "No", "target": "bye"}
                  ],
                  "intents": [
                    {
                      "intent": "price", "description": "Asks for prices.",
                      "examples": ["how much"], "target": "note"
                    }
                  ],
                  "noMatchTarget": "bye"
                },
                {"id": "see", "type": "action",
                 "action": {"kind": "link_out", "url": "https://x.example/", "label": "See"}},
                {"id": "note", "type": "action", "next": "ask",
                 "action": {"kind": "conversion", "conversionName": "price", "value": 1.5, "cur": "EUR"}},
                {"id": "bye", "type": "action", "action": {"kind": "end"}}
              ]
            }
            """;

    private static ObjectNode sound() {
        return (ObjectNode) Json.MAPPER.readTree(SOUND);
    }

    private static List<Violation> violations(String json) {
        return FlowValidation.violations((ObjectNode) Json.MAPPER.readTree(json));
    }

    private static List<String> toText(List<Violation> violations) {
        return violations.stream().map(v -> v.path() + " " + v.rule()).toList();
    }

    @Test
    void acceptsASoundFlow() {
        assertThat(FlowValidation.violations(sound())).isEmpty();
    }

    /// A flow of so many nodes took 2.5 GB: two sets of nodes for each of them.
    @Test
    void tellsOfNothingButItsSizeWhereAFlowIsSeveralTimesTooLarge() {
        ObjectNode flow = sound();
        ArrayNode nodes = (ArrayNode) flow.path("nodes");
        for (int i = 0; i < 100_000; i++) {
            nodes.addObject().put("type", "message").put("next", "z");
        }
        nodes.addObject().put("id", "z").put("type", "message").put("next", "z");

        assertThat(toText(FlowValidation.violations(flow))).containsExactly(" size");
    }

    @Test
    void tellsOfALongChainWithoutWalkingItFromEachOfItsNodes() {
        ObjectNode flow = sound();
        ArrayNode nodes = (ArrayNode) flow.path("nodes");
        for (int i = 0; i < 1_000; i++) {
            nodes.addObject()
                    .put("id", "n" + i)
                    .put("type", "message")
                    .put("text", "t")
                    .put("next", "n" + (i + 1) % 1_000);
        }

        assertThat(toText(FlowValidation.violations(flow)))
                .contains(" size", "nodes length")
                .doesNotContain("nodes[5].next cycle_without_choice");
    }

    @Nested
    class OneRuleAtATime {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "\"specVersion\": \"1.0\" | \"specVersion\": \"2.0\" | specVersion pattern",
                    "\"specVersion\": \"1.0\" | \"specVersion\": 1 | specVersion type",
                    "\"specVersion\": \"1.0\", | `` | specVersion required",
                    "\"specVersion\": \"1.0\", | \"specVersion\": \"1\", \"a\": 0, | a unknown",
                    "\"entryNodeId\": \"hello\" | \"entryNodeId\": \"ask\" | entryNodeId entry_is_message",
                    "\"entryNodeId\": \"hello\" | \"entryNodeId\": \"nobody\" | entryNodeId target_exists",
                    "\"Sponsored\" | \"\" | metadata.disclosureText length",
                    "\"text\": \"Cabins for two.\", | `` | nodes[0].text required",
                    ", \"next\": \"ask\"} | } | nodes[0].next leads_somewhere",
                    "\"Show me\" | \"Longer than twenty-five characters\" | nodes[1].choices[0].label length",
                    "\"target\": \"see\" | \"target\": \"sea\" | nodes[1].choices[0].target target_exists",
                    "\"id\": \"no\" | \"id\": \"yes\" | nodes[1].choices[1].id unique_id",
                    "\"intent\": \"price\" | \"intent\": \"the price\" | nodes[1].intents[0].intent pattern",
                    "[\"how much\"] | [] | nodes[1].intents[0].examples length",
                    "\"noMatchTarget\": \"bye\" | \"noMatchTarget\": \"buy\" | nodes[1].noMatchTarget target_exists",
                    "https://x.example/ | javascript:alert(1) | nodes[2].action.url pattern",
                    "https://x.example/ | ftp://x.example/ | nodes[2].action.url pattern",
                    "https://x.example/ | https://x .example/ | nodes[2].action.url url",
                    "\"label\": \"See\" | \"label\": \"See\", \"value\": 1 | nodes[2].action.value unknown",
                    "\"kind\": \"link_out\" | \"kind\": \"link\" | nodes[2].action.kind choice",
                    "\"EUR\" | \"EURO\" | nodes[3].action.cur length",
                    "\"value\": 1.5 | \"value\": \"1.5\" | nodes[3].action.value type",
                    "\"action\": {\"kind\": \"end\"} | \"action\": {\"kind\": \"end\"}, \"next\": \"ask\" | nodes[4].next next_after_conversion",
                    "\"type\": \"message\" | \"type\": \"massage\" | nodes[0].type choice",
                    "\"id\": \"see\" | \"id\": \"See\" | nodes[2].id pattern",
                })
        void namesWhatIsBroken(String part, String replacement, String expected) {
            String broken = SOUND.replace(part, replacement);
            assertThat(broken).isNotEqualTo(SOUND);

            assertThat(toText(violations(broken))).contains(expected);
        }

        @Test
        void refusesANodeThatNothingLeadsTo() {
            ObjectNode flow = sound();
            ((ArrayNode) flow.path("nodes"))
                    .addObject()
                    .put("id", "alone")
                    .put("type", "action")
                    .putObject("action")
                    .put("kind", "end");

            assertThat(toText(FlowValidation.violations(flow)))
                    .containsExactly("nodes[5] reachable");
        }

        @Test
        void refusesTwoNodesOfOneId() {
            String twice = SOUND.replace("\"id\": \"bye\"", "\"id\": \"see\"");

            assertThat(toText(violations(twice)))
                    .containsExactly(
                            "nodes[4].id unique_id",
                            "nodes[1].choices[1].target target_exists",
                            "nodes[1].noMatchTarget target_exists");
        }

        @Test
        void refusesACycleWithoutAChoice() {
            String cycle =
                    """
                    {"specVersion": "1", "entryNodeId": "a",
                     "metadata": {"advertiserName": "A", "disclosureText": "Ad"},
                     "nodes": [
                       {"id": "a", "type": "message", "text": "A", "next": "b"},
                       {"id": "b", "type": "action", "next": "a",
                        "action": {"kind": "conversion", "conversionName": "c"}}
                     ]}
                    """;

            assertThat(toText(violations(cycle)))
                    .containsExactly(
                            "nodes[0].next cycle_without_choice",
                            "nodes[1].next cycle_without_choice");
        }

        @Test
        void refusesMoreThanSixteenKilobytes() {
            ObjectNode flow = sound();
            flow.withObject("/metadata").put("language", "e".repeat(FlowValidation.MAX_BYTES));

            assertThat(toText(FlowValidation.violations(flow))).containsExactly(" size");
        }
    }

    @Nested
    class Depth {
        @ParameterizedTest
        @ValueSource(ints = {1, 6})
        void acceptsUpToSixTurns(int turns) {
            assertThat(FlowValidation.violations(chain(turns))).isEmpty();
        }

        @Test
        void refusesSeven() {
            assertThat(toText(FlowValidation.violations(chain(7)))).containsExactly("nodes depth");
        }

        private static ObjectNode chain(int turns) {
            ObjectNode flow = sound();
            ArrayNode nodes = flow.putArray("nodes");
            flow.put("entryNodeId", "m1");
            for (int i = 1; i <= turns; i++) {
                nodes.addObject()
                        .put("id", "m" + i)
                        .put("type", "message")
                        .put("text", "x")
                        .put("next", i == turns ? "end" : "m" + (i + 1));
            }
            nodes.addObject()
                    .put("id", "end")
                    .put("type", "action")
                    .putObject("action")
                    .put("kind", "end");
            return flow;
        }
    }

    @Test
    void tellsEveryViolationAtOnce() {
        String json = "{\"specVersion\": 2, \"entryNodeId\": \"a\", \"nodes\": [{\"id\": \"B\"}]}";

        assertThat(toText(violations(json)))
                .contains(
                        "metadata required",
                        "specVersion type",
                        "nodes[0].type required",
                        "nodes[0].id pattern",
                        "entryNodeId target_exists");
    }

    /// Ten seeds of a thousand flows each, about half of which are broken.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void agreesWithASecondReadingOfTheSpecification(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        FlowMutations mutations = new FlowMutations(random);
        int sound = 0;
        int broken = 0;
        for (int i = 0; i < 1_000; i++) {
            ObjectNode flow = RandomFlows.next(random);
            assertThat(FlowOracle.sound(flow)).as("seed %d, unchanged flow %d", seed, i).isTrue();
            assertThat(FlowValidation.violations(flow)).as("seed %d, flow %d", seed, i).isEmpty();

            mutations.apply(flow);

            boolean expected = FlowOracle.sound(flow);
            assertThat(FlowValidation.violations(flow).isEmpty())
                    .as("seed %d, flow %d: %s", seed, i, flow)
                    .isEqualTo(expected);
            sound += expected ? 1 : 0;
            broken += expected ? 0 : 1;
        }
        assertThat(sound).isGreaterThan(100);
        assertThat(broken).isGreaterThan(300);
    }
}
