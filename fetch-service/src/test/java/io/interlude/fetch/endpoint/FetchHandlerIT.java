package io.interlude.fetch.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.record.FlowCodec;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeContent.CardAction;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import io.interlude.fetch.harness.KnownKeys;
import io.interlude.fetch.harness.LineItems;
import io.interlude.fetch.harness.OneCatalogue;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.harness.RunningFetch.Answer;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.journal.json.Json;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.EventType;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetchHandlerIT {
    private static final String CLICK = "https://il.example/c/";

    private final RunningFetch service = new RunningFetch();

    @AfterEach
    void close() {
        service.close();
    }

    private static CreativeContent card() {
        return new CreativeContent.Card(
                "Cabins by the lake",
                "For two",
                "https://x.example/lake.png",
                "A cabin",
                null,
                "Sponsored",
                List.of(
                        new CardAction("See", "https://x.example/see"),
                        new CardAction("Call", "https://x.example/call")));
    }

    private void bookCabins() {
        service.catalogue()
                .with(
                        LineItems.aLineItem("cabins"),
                        OneCatalogue.creative("cabins", "lake", card(), Map.of("tone", "calm")));
    }

    private AdFetched onlyFetch() {
        assertThat(service.journal().of(Topics.FETCHES)).hasSize(1);
        return service.journal().of(Topics.FETCHES).getFirst();
    }

    private AdNotFilled onlyNoFill() {
        assertThat(service.journal().of(Topics.NO_FILLS)).hasSize(1);
        return service.journal().of(Topics.NO_FILLS).getFirst();
    }

    /// The answer with what differs from call to call named in its place.
    private static String golden(Answer answer) {
        return answer.body()
                .replaceAll("native-[0-9a-f-]{36}", "<id>")
                .replaceAll("/c/[A-Za-z0-9_-]{47}", "/c/<token>");
    }

    private static String compact(String json) {
        return Json.MAPPER.writeValueAsString(Json.MAPPER.readTree(json));
    }

    @Nested
    class Filled {
        @Test
        void nativeCard() {
            bookCabins();

            Answer answer = service.post("{\"adUnit\": \"pause\"}");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(golden(answer))
                    .isEqualTo(
                            compact(
                                    """
                                    {"messageId": "<id>", "format": "native", "payload": {
                                      "title": "Cabins by the lake", "subtitle": "For two",
                                      "imageUrl": "https://x.example/lake.png", "imageAltText": "A cabin",
                                      "disclosure": "Sponsored", "actions": [
                                        {"text": "See", "navigate": {"url": "https://il.example/c/<token>"}},
                                        {"text": "Call", "navigate": {"url": "https://il.example/c/<token>"}}]},
                                     "properties": {"tone": "calm"}}
                                    """));
        }

        @Test
        void platformCard() {
            bookCabins();

            Answer answer = service.post("{\"adUnit\": \"pause\", \"format\": \"botplatform\"}");

            assertThat(golden(answer))
                    .isEqualTo(
                            compact(
                                    """
                                    {"messageId": "<id>", "format": "botplatform", "payload": {"card": {
                                      "title": "Cabins by the lake", "subtitle": "Sponsored · For two",
                                      "imageUri": "https://x.example/lake.png", "buttons": [
                                        {"text": "See", "postback": "https://il.example/c/<token>"},
                                        {"text": "Call", "postback": "https://il.example/c/<token>"}]}},
                                     "properties": {"tone": "calm"}}
                                    """));
        }

        @Test
        void textMessage() {
            bookCabins();

            Answer answer = service.post("{\"adUnit\": \"pause\", \"format\": \"sms\"}");

            assertThat(golden(answer))
                    .isEqualTo(
                            compact(
                                    """
                                    {"messageId": "<id>", "format": "sms", "payload": {
                                      "text": "Sponsored\\nCabins by the lake\\nFor two\\nhttps://il.example/c/<token>",
                                      "segments": 1}, "properties": {"tone": "calm"}}
                                    """));
        }

        @Test
        void flowWithItsLinksWrapped() {
            String flow =
                    """
                    {"specVersion": "1.0", "entryNodeId": "a", "metadata": {"advertiserName": "Acme",
                      "disclosureText": "Ad"}, "nodes": [
                       {"id": "a", "type": "message", "text": "Hi", "next": "b"},
                       {"id": "b", "type": "action", "action": {"kind": "link_out",
                         "url": "https://x.example/b", "label": "Go"}},
                       {"id": "c", "type": "action", "action": {"kind": "conversion",
                         "conversionName": "lead", "value": 1.50}},
                       {"id": "d", "type": "action", "action": {"kind": "handoff",
                         "url": "https://x.example/d", "label": "Chat"}}]}
                    """;
            service.catalogue()
                    .with(
                            LineItems.aLineItem("talk"),
                            OneCatalogue.creative("talk", "flow1", FlowCodec.flow(flow), Map.of()));

            Answer answer = service.get("?key=fetch&adUnit=pause&adFormat=Flow");

            assertThat(answer.text("format")).isEqualTo("native");
            assertThat(golden(answer))
                    .contains(
                            compact(flow)
                                    .replace("https://x.example/b", "https://il.example/c/<token>")
                                    .replace("https://x.example/d", "https://il.example/c/<token>")
                                    .replaceAll("}$", ",\"creativeId\":\"flow1\"}"));
            assertThat(onlyFetch().getFormat()).isEqualTo(RenderFormat.flow);
            String url = answer.json().at("/payload/nodes/3/action/url").asString();
            assertThat(token(url).actionIndex()).isEqualTo(3);
        }

        private ClickToken token(String url) {
            assertThat(url).startsWith(CLICK);
            return new ClickTokens(RunningFetch.SIGNING_KEYS)
                    .verify(url.substring(CLICK.length()))
                    .orElseThrow();
        }

        @Test
        void aLargeRequestIsAnsweredLikeASmallOne() {
            bookCabins();
            String page = "\u0390".repeat(20_000);

            Answer answer =
                    service.post(
                            "{\"adUnit\": \"pause\", \"attributes\": {\"page\": \"%s\"}}"
                                    .formatted(page));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(onlyFetch().getAttributesJson()).contains(page);
        }

        @Test
        void clickUrlNamesTheFetchTheCreativeVersionAndTheAction() {
            bookCabins();

            Answer answer = service.post("{\"adUnit\": \"pause\"}");

            ClickToken token =
                    token(answer.json().at("/payload/actions/1/navigate/url").asString());
            assertThat(token.fetchId()).hasToString(answer.text("messageId"));
            assertThat(token.actionIndex()).isEqualTo(1);
            assertThat(token.servedCreativeBits())
                    .isEqualTo(
                            ServedCreativeKey.of(KnownKeys.ORG, new CreativeId("lake"), 1).bits());
        }

        @Test
        void isJournaledBeforeItIsAnswered() {
            bookCabins();

            Answer answer =
                    service.postTo(
                            "?key=fetch&.country=US",
                            """
                            {"adUnit": "pause", "subscriber": "s1", "attributes": {"age": 30},
                             "context": "planning a trip"}
                            """);

            AdFetched fetched = onlyFetch();
            FetchId fetchId = FetchId.parse(answer.text("messageId")).orElseThrow();
            assertThat(RunningFetch.PROOF.holds(fetchId, KnownKeys.ORG)).isTrue();
            assertThat(fetched.getFetchId()).isEqualTo(answer.text("messageId"));
            assertThat(fetched.getEventType()).isEqualTo(EventType.fetch);
            assertThat(fetched.getEventId()).isEqualTo(fetchId.uuid().toString());
            assertThat(fetched.getOccurredAt()).isEqualTo(RunningFetch.NOW);
            assertThat(fetched.getOrgId()).isEqualTo("acme");
            assertThat(fetched.getApplicationId()).isEqualTo("chat");
            assertThat(fetched.getAttributesJson()).isEqualTo("{\"age\":30,\"country\":\"US\"}");
            assertThat(fetched.getContextBytes()).isEqualTo(15);
            assertThat(fetched.getContextHash()).matches("[0-9a-f]{64}");
            assertThat(fetched.getBilledMicros()).isEqualTo(1_000);
            assertThat(fetched.getFrequencyScopes())
                    .extracting(scope -> scope.getScope() + " " + scope.getId())
                    .containsExactly(
                            "lineItem cabins", "campaign c1", "adUnit u1", "creative lake");
            assertThat(fetched.getCandidates())
                    .singleElement()
                    .matches(v -> v.getRule().equals("served"));
            assertThat(service.journal().appended().getFirst().key()).isEqualTo("s1");
            assertThat(fetchId.partition())
                    .isEqualTo(
                            JournalPartitions.of(
                                    KnownKeys.ORG,
                                    new Subscriber("s1"),
                                    service.journal().partitionCount()));
            assertThat(service.journal().appended().toString()).doesNotContain("planning");
        }
    }

    @Nested
    class NotFilled {
        @Test
        void aContextInAnotherLanguageIsOneWithItsLanguageNamed() {
            bookCabins();

            Answer answer =
                    service.postTo(
                            "?key=fetch&debug=1",
                            "{\"adUnit\": \"pause\", \"context\": \"ya no quiero vivir\"}");

            assertThat(answer.text("reason")).isEqualTo("appropriateness_suppressed");
            assertThat(answer.text("category")).isEqualTo("unread");
            assertThat(answer.text("message")).contains("Spanish (es)");
            assertThat(onlyNoFill().getState().getRead()).isEqualTo("none");
            assertThat(onlyNoFill().getState().getLanguage()).isEqualTo("es");
            assertThat(onlyNoFill().toString()).doesNotContain("quiero");
        }

        @Test
        void theApplicationsOwnVerdictIsOneWithoutAContext() {
            bookCabins();

            Answer answer =
                    service.postTo("?key=fetch&debug=1&sensitive=1", "{\"adUnit\": \"pause\"}");

            assertThat(answer.text("category")).isEqualTo("declared");
        }

        @Test
        void aChildIsServedOnlyWhatSuitsOne() {
            bookCabins();

            Answer answer =
                    service.postTo(
                            "?key=fetch&debug=1", "{\"adUnit\": \"pause\", \"child\": true}");

            assertThat(answer.text("reason")).isEqualTo("no_demand");
            assertThat(answer.text("message")).contains("suitability 1");
        }

        @Test
        void isEmptyUnlessDebugged() {
            Answer plain = service.post("{\"adUnit\": \"pause\"}");
            Answer flagged = service.postTo("?key=fetch&debug=1", "{\"adUnit\": \"pause\"}");
            Answer headed = service.get("?key=fetch&adUnit=pause", "X-Neutral-Debug", "1");

            assertThat(plain).isEqualTo(new Answer(204, ""));
            assertThat(flagged).isEqualTo(headed);
            assertThat(flagged.status()).isEqualTo(200);
            assertThat(flagged.body())
                    .isEqualTo(
                            compact(
                                    """
                                    {"filled": false, "reason": "no_demand",
                                     "message": "No active line item may fill this ad unit in this format."}
                                    """));
            assertThat(service.journal().of(Topics.NO_FILLS)).hasSize(3);
        }

        @Test
        void saysThatItIsCapped() {
            service.catalogue()
                    .with(
                            LineItems.capped(
                                    "cabins", new FrequencyCap(1, null, CapScope.LINE_ITEM)),
                            OneCatalogue.card("cabins", "lake"));
            String body = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";

            assertThat(service.post(body).status()).isEqualTo(200);
            Answer second = service.postTo("?key=fetch&debug=1", body);

            assertThat(second.text("reason")).isEqualTo("frequency_capped");
            assertThat(onlyNoFill().getReason()).isEqualTo("frequency_capped");
        }
    }

    @Nested
    class TestFetches {
        @Test
        void explainThemselvesAndTakeNoCount() {
            Targeting inUs =
                    new Targeting.Leaf(
                            "country", TargetingOp.EQ, List.of(new AttributeValue.Text("US")));
            service.catalogue()
                    .with(
                            LineItems.capped(
                                    "cabins", new FrequencyCap(1, null, CapScope.LINE_ITEM)),
                            OneCatalogue.card("cabins", "lake"))
                    .with(LineItems.targeted("us", inUs), OneCatalogue.card("us", "us1"));
            String body = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\", \"test\": 1}";

            for (int i = 0; i < 3; i++) {
                Answer answer = service.post(body);
                assertThat(answer.text("messageId")).startsWith("native-");
                assertThat(answer.json().path("disqualifications").toString())
                        .isEqualTo(
                                compact(
                                        """
                                        [{"lineItemId": "us", "lineItemName": "Line item us",
                                          "rule": "targeting",
                                          "message": "The attributes are not those that it targets.",
                                          "expected": "country eq US", "actual": "country is missing"}]
                                        """));
            }
            assertThat(service.journal().of(Topics.FETCHES))
                    .hasSize(3)
                    .allMatch(AdFetched::getTest)
                    .allMatch(fetched -> fetched.getFrequencyScopes().isEmpty());
        }

        @Test
        void explainANoFillWithoutTheDebugFlag() {
            Answer answer = service.get("?key=fetch&adUnit=pause&test=true");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().path("filled").booleanValue()).isFalse();
            assertThat(answer.json().path("disqualifications").isArray()).isTrue();
            assertThat(onlyNoFill().getTest()).isTrue();
        }
    }

    @Nested
    class Sandbox {
        @ParameterizedTest
        @CsvSource({
            "format=native, /payload/disclosure",
            "format=sms, /payload/text",
            "format=botplatform, /payload/card/subtitle",
            "adFormat=Flow, /payload/metadata/disclosureText"
        })
        void alwaysServesADisclosedDemoAdAndRecordsNothing(String format, String disclosure) {
            Answer answer = service.get("?key=fetch&adUnit=__sandbox__&" + format);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().at(disclosure).asString()).startsWith("Sponsored");
            FetchId fetchId = FetchId.parse(answer.text("messageId")).orElseThrow();
            assertThat(fetchId.sandbox()).isTrue();
            assertThat(RunningFetch.PROOF.holds(fetchId, KnownKeys.ORG)).isTrue();
            assertThat(service.journal().appended()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"fetch", "tag", "mgmt"})
        void takesAnyKeyThatMayFetch(String key) {
            assertThat(service.get("?key=" + key + "&moment=__sandbox__").status()).isEqualTo(200);
        }

        @Test
        void stillRefusesAWrongFormat() {
            assertThat(service.get("?key=fetch&adUnit=__sandbox__&format=html").text("reason"))
                    .isEqualTo("invalid_format");
        }
    }
}
