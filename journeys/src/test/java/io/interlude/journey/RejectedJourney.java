package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// One flow ad of which a wrong step is reported, found among the refused events, corrected and
/// counted.
final class RejectedJourney {
    static final String FLOW =
            """
            {"id": "flow", "lineItemId": "f", "type": "flow", "status": "approved",
             "flow": {"specVersion": "1.0", "entryNodeId": "hello",
                      "metadata": {"advertiserName": "Shop", "disclosureText": "Sponsored"},
                      "nodes": [
                        {"id": "hello", "type": "message", "text": "Hello", "next": "size"},
                        {"id": "size", "type": "choice-set", "prompt": "Which size?",
                         "choices": [{"id": "small", "label": "Small", "target": "shop"}]},
                        {"id": "shop", "type": "action",
                         "action": {"kind": "link_out", "label": "Go",
                                    "url": "https://shop.example.com/"}}]}}
            """;

    private final Bookings booked;
    private final String messageId;
    private final URI link;

    private RejectedJourney(Bookings booked, JsonNode ad) {
        this.booked = booked;
        messageId = ad.path("messageId").asString();
        link =
                URI.create(
                        ad.path("payload")
                                .path("nodes")
                                .path(2)
                                .path("action")
                                .path("url")
                                .asString());
    }

    static RejectedJourney serve(Bookings booked) throws IOException, InterruptedException {
        booked.management().expect(201, "POST", "/v1/manage/creatives", FLOW);
        String body = "{\"adUnit\": \"pause\", \"adFormat\": \"Flow\"}";
        return new RejectedJourney(
                booked, Api.JSON.readTree(booked.publisher().fetch(body).body()));
    }

    Api management() {
        return booked.management();
    }

    void followAsABot() throws IOException, InterruptedException {
        HttpResponse<String> redirect =
                booked.publisher()
                        .http()
                        .send(
                                HttpRequest.newBuilder(link)
                                        .header("User-Agent", "Googlebot/2.1")
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
        assertThat(redirect.statusCode()).isEqualTo(302);
    }

    void tap(String choice) throws IOException, InterruptedException {
        booked.publisher().expect(201, "POST", "/v1/event", tapped(choice));
    }

    /// The one refused event of the fetch, once the aggregator has told of it.
    JsonNode rejected() throws IOException, InterruptedException {
        String path = "/v1/journal/rejected?messageId=" + messageId;
        JsonNode items =
                Eventually.found(
                        "a refused event of " + messageId,
                        () -> booked.management().expect(200, "GET", path, "").path("items"),
                        found -> !found.isEmpty());
        assertThat(items).hasSize(1);
        return items.get(0);
    }

    /// The event id that the corrected event gets.
    String redrive(String id, String choice) throws IOException, InterruptedException {
        return booked.management()
                .expect(201, "POST", "/v1/journal/rejected/" + id + ":redrive", tapped(choice))
                .path("eventId")
                .asString();
    }

    /// Type and verdict of everything that the journal has of the fetch.
    List<String> verdicts() throws IOException, InterruptedException {
        List<String> verdicts = new ArrayList<>();
        booked.management()
                .expect(200, "GET", "/v1/journal/" + messageId, "")
                .path("items")
                .forEach(item ->
                        verdicts.add(
                                item.path("eventType").asString()
                                        + ' '
                                        + item.path("verdict").asString()));
        return verdicts;
    }

    JsonNode funnel() throws IOException, InterruptedException {
        return booked.management().expect(200, "GET", "/v1/reports/flows/flow", "");
    }

    private String tapped(String choice) {
        return """
        {"version": 2, "eventType": "choice_tap", "fetchEventId": "%s",
         "eventData": {"nodeId": "size", "choiceId": "%s", "utterance": "words"}}\
        """
                .formatted(messageId, choice);
    }
}
