package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// An org with a card and a flow, for the publishers' guides to serve.
final class PublisherGuidesJourney {
    private static final String FLOW =
            """
            {"id": "flow", "lineItemId": "g", "type": "flow", "status": "approved",
             "flow": {"specVersion": "1.0", "entryNodeId": "hello",
                      "metadata": {"advertiserName": "Kitchen", "disclosureText": "Sponsored by Kitchen"},
                      "nodes": [
                        {"id": "hello", "type": "message", "text": "Two tables are free.",
                         "smsText": "2 tables free.", "next": "ask"},
                        {"id": "ask", "type": "choice-set", "prompt": "What would you like?",
                         "choices": [{"id": "menu", "label": "The menu", "target": "menu"},
                                     {"id": "book", "label": "Book a table", "target": "book"}],
                         "intents": [{"intent": "opening_hours", "target": "hours",
                                      "description": "Asks when the restaurant is open.",
                                      "examples": ["when are you open"]}]},
                        {"id": "hours", "type": "message", "text": "From 17:00.", "next": "book"},
                        {"id": "menu", "type": "action",
                         "action": {"kind": "link_out", "label": "Menu", "url": "https://shop.example.com/menu"}},
                        {"id": "book", "type": "action", "text": "We hold a table.",
                         "action": {"kind": "end"}}]}}
            """;

    /// Names of the pages of `docs/publishers` whose code is run.
    static final List<String> GUIDES = List.of("llm-assistant", "chat-platform", "sms");

    private final Bookings booked;
    private final Path folder;

    private PublisherGuidesJourney(Bookings booked, Path folder) {
        this.booked = booked;
        this.folder = folder;
    }

    private static PublisherGuidesJourney book(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "guides").lineItem("g", "");
        booked.management().expect(201, "POST", "/v1/manage/creatives", FLOW);
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/ad-units",
                        """
                        {"id": "status", "code": "order.status", "name": "After the status", "formats": ["botplatform"]}\
                        """);
        return new PublisherGuidesJourney(booked, folder);
    }

    /// Runs the code of every guide, and finds what they promise in the ad, the journal and the
    /// report.
    static void runAll(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        PublisherGuidesJourney guides = book(product, folder);

        // when
        List<JsonNode> answers = new ArrayList<>();
        for (String guide : GUIDES) {
            answers.add(guides.run(guide));
        }
        JsonNode assistant = answers.get(0);
        JsonNode platform = answers.get(1);
        JsonNode texts = answers.get(2);

        // then
        assertThat(assistant.path("title").asString()).isEqualTo("g-creative");
        assertThat(assistant.path("disclosure").asString()).isEqualTo("Sponsored");
        assertThat(assistant.path("quiet").asInt()).as("cards in a sad moment").isZero();
        assertThat(assistant.path("turns").toString()).doesNotContain("Sponsored");
        assertThat(assistant.path("said").toString())
                .isEqualTo("[\"disclosure\",\"hello\",\"ask\",\"hours\",\"book\"]");
        assertThat(platform.at("/withAd/fulfillmentMessages/1/card/subtitle").asString())
                .startsWith("Sponsored");
        assertThat(platform.path("withoutAd").path("fulfillmentMessages")).hasSize(1);
        assertThat(texts.at("/texts/+15550100/0").asString()).startsWith("Sponsored\ng-creative\n");
        assertThat(texts.at("/texts/+15550101").toString())
                .contains("Sponsored by Kitchen\\n2 tables free.", "1 The menu\\n2 Book a table");
        assertThat(texts.path("taken").toString()).isEqualTo("[true,false]");
        assertThat(flowEvents(new Journals(product)))
                .hasSize(23)
                .noneMatch(event -> event.contains("CANARY"));
        Report.await(
                guides.booked.management(),
                "metrics=sends,engagements",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("sends").asLong() == 2
                                && rows.getFirst().path("engagements").asLong() == 3);
    }

    private JsonNode run(String guide) throws IOException, InterruptedException {
        return PublisherGuide.extract(guide, folder.resolve(guide)).run(booked.publisher());
    }

    /// Every flow event that the guides reported, as it stands in the journal.
    private static List<String> flowEvents(Journals journals) {
        return journals.read(Topics.FLOW_EVENTS).stream()
                .map(String::valueOf)
                .filter(event -> event.contains("\"orgId\": \"guides\""))
                .toList();
    }
}
