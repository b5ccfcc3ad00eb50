package io.interlude.journey;

import static io.interlude.journey.Canaries.named;
import static io.interlude.journey.CanaryJourney.json;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Drives what comes after a fetch: events, pixels, clicks, the catalogue, reports and the
/// registry.
final class CanaryEvents {
    private static final String EVENT = "/v1/event";
    private static final List<String> OPEN_TYPES =
            List.of("send", "deliver", "read", "click", "conversion");
    private static final List<String> FLOW_TYPES =
            List.of(
                    "node_visit",
                    "choice_tap",
                    "nlu_match",
                    "flow_complete",
                    "flow_abandon",
                    "handoff_click");

    private final Bookings booked;
    private final CanaryClient client;
    private final String bearer;
    private final String manager;
    private final String messageId;
    private int posted;

    CanaryEvents(Bookings booked, CanaryClient client, String messageId) {
        this.booked = booked;
        this.client = client;
        this.bearer = "Bearer " + booked.publisher().key();
        this.manager = "Bearer " + booked.management().key();
        this.messageId = messageId;
    }

    void drive() throws IOException, InterruptedException {
        events();
        subscribers();
        flowEvents();
        pixelsAndClicks();
        managing();
        reading();
    }

    private void events() throws IOException, InterruptedException {
        String words =
                "'utterance': '<>', 'context': [{'text': '<>'}], '<>': '<>', 'key': '<>', 'eventName': 7";
        String data = "'eventData': {'note': '" + named("data") + "'}";
        for (String type : OPEN_TYPES) {
            event(type, messageId, words + ", " + data);
            event(type, messageId + "0", words + ", 'eventData': {'context': '<>', 'key': '<>'}");
            event(type, messageId, words + ", 'eventData': '<>'");
            event(type, messageId, words + ", 'timestamp': '<>'");
            event(type, messageId, words + ", 'subscriber': ['<>']");
        }
        event(named("word"), messageId, words + ", 'eventData': {'context': '<>', 'text': '<>'}");
        event("fetch", messageId, words + ", 'eventData': {'context': '<>', 'text': '<>'}");
        event(
                "read",
                named("word"),
                words + ", 'eventData': {'context': {'a': '<>'}, 'b': [{'key': '<>'}]}");
        post(
                EVENT,
                "{'version': '<>', 'eventType': 'read', 'fetchEventId': '<w>', 'context': '<>'}");
        post(EVENT, "{'messageId': '" + messageId + "', 'eventName': 'done', 'context': '<>'}");
        post(EVENT, "{'messageId': '<w>', 'eventName': '', 'context': '<>'}");
        String good =
                "{'version': 2, 'eventType': 'send', 'fetchEventId': '"
                        + messageId
                        + "', "
                        + words
                        + "}";
        post(
                "/v1/events",
                "{'events': [" + good + ", {'context': '<>'}, '<>', null], 'context': '<>'}");
        post("/v1/events", "{'events': '<>', 'context': '<>'}");
        post("/v1/event/offlineConversion", "{'messageId': '" + messageId + "', " + words + "}");
        post("/v1/event/offlineConversion", "{'messageId': '<w>', " + words + "}");
        String fetch = "'messageId': '" + messageId + "'";
        post("/v1/feedback", "{" + fetch + ", 'kind': 'offensive', 'text': '<>', '<>': '<>'}");
        post("/v1/feedback", "{" + fetch + ", 'kind': '<>', 'text': '<>'}");
        post("/v1/feedback", "{'messageId': '<>', 'kind': 'hide', 'text': '<>'}");
        explanations();
    }

    /// The page that tells a reader why an ad is there, and what is said on it.
    private void explanations() throws IOException, InterruptedException {
        String body = "{\"adUnit\": \"pause\", \"include\": [\"why\"]}";
        JsonNode ad = Api.JSON.readTree(booked.publisher().fetch(body).body());
        String page = URI.create(ad.at("/decision/whyUrl").asString()).getPath();
        String c = named("event");
        post(page, "{'kind': 'repetitive', 'text': '<>', '<>': '<>'}");
        post(page, "{'kind': '<>'}");
        post("/w/" + c, "{'kind': 'hide', 'text': '<>'}");
        for (String form : List.of("kind=" + c, "kind=offensive&" + c + "=" + c, c)) {
            client.post(page, form, "Content-Type", "application/x-www-form-urlencoded");
        }
        for (String query : List.of("", "?kind=" + c, "?" + c)) {
            client.get(page + query, "Referer", "https://p.example/" + c);
            client.get(page + query, "Accept", "application/json");
        }
    }

    /// Subscribers in events, whatever becomes of the event, and in an erasure.
    private void subscribers() throws IOException, InterruptedException {
        String named = "'subscriber': '" + named("subscriber") + "'";
        for (String type : List.of("send", "conversion", "node_visit")) {
            event(type, messageId, named + ", 'eventData': {'nodeId': 'hello'}");
            event(type, messageId + "0", named);
            event(type, messageId, named + ", 'timestamp': 'now'");
        }
        post(
                "/v1/events",
                "{'events': [{'version': 2, 'eventType': 'read', 'fetchEventId': '"
                        + messageId
                        + "', "
                        + named
                        + "}]}");
        post("/v1/event/offlineConversion", "{'messageId': '" + messageId + "', " + named + "}");
        post(EVENT, "{'messageId': '" + messageId + "', 'eventName': 'done', " + named + "}");
        String path = "/v1/manage/subscribers/" + named("subscriber");
        for (String method : List.of("DELETE", "GET", "PUT", "DELETE")) {
            client.send(method, path, new byte[0], "Authorization", manager);
        }
        client.send("DELETE", path, new byte[0], "Authorization", bearer);
        client.send("DELETE", path + "/more", new byte[0], "Authorization", manager);
        String conversation = "/v1/manage/conversations/" + named("subscriber");
        for (String method : List.of("DELETE", "GET", "DELETE")) {
            client.send(method, conversation, new byte[0], "Authorization", manager);
        }
        client.get(path + "/export", "Authorization", manager);
        client.get("/v1/manage/erasures", "Authorization", manager);
    }

    private void flowEvents() throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/creatives",
                        RejectedJourney.FLOW.replace("\"f\"", "\"c\""));
        String flow =
                booked.publisher().fetch("{\"adUnit\": \"pause\", \"adFormat\": \"Flow\"}").body();
        String flowMessageId = Api.JSON.readTree(flow).path("messageId").asString();
        for (String type : FLOW_TYPES) {
            for (String data :
                    List.of(
                            "'nodeId': 'hello', 'choiceId': 'small', 'intent': 'x', 'turns': 1, 'utterance': '<>', 'context': '<>', '<>': '<>'",
                            "'nodeId': 'size', 'terminalNodeId': 'shop', 'lastNodeId': 'size', 'turns': 2, 'reason': 'timeout', 'handoffKind': 'url', 'text': {'<>': '<>'}",
                            "'nodeId': 'what I said: <>', 'reason': '<> !', 'intent': '<> !', 'turns': '<>'")) {
                event(type, flowMessageId, "'utterance': '<>', 'eventData': {" + data + "}");
                event(type, messageId, "'text': '<>', 'eventData': {" + data + "}");
            }
        }
    }

    private void event(String type, String fetchId, String more)
            throws IOException, InterruptedException {
        post(
                EVENT,
                "{'version': 2, 'eventType': '%s', 'fetchEventId': '%s', %s}"
                        .formatted(type, fetchId, more));
    }

    private void post(String path, String body) throws IOException, InterruptedException {
        client.post(
                path,
                json(body.replace("<w>", named("word")), "event"),
                "Authorization",
                bearer,
                "Idempotency-Key",
                named("idempotencykey") + ++posted);
    }

    private void pixelsAndClicks() throws IOException, InterruptedException {
        String c = named("event");
        String key = "&key=" + booked.publisher().key();
        client.get(EVENT + "?name=lead&context=" + c + "&value=" + named("data") + key);
        client.get(
                EVENT + "?name=lead&context=" + c + "&" + c + "=" + c + key,
                "Referer",
                "https://p.example/" + c);
        client.get(EVENT + "?messageId=" + named("word") + key);
        client.get(EVENT + "?name=lead&key=" + c);
        String ad = booked.publisher().fetch("{\"adUnit\": \"pause\"}").body();
        JsonNode action = Api.JSON.readTree(ad).path("payload").path("actions").path(0);
        String link = action.path("navigate").path("url").asString();
        client.get(link + "?context=" + c, "Referer", "https://p.example/" + c);
        client.get(link, "Purpose", "prefetch");
        client.send("HEAD", link, new byte[0]);
        client.get(link + c);
        client.get("/c/" + c);
    }

    private void managing() throws IOException, InterruptedException {
        String wrong =
                json(
                        "{'id': '<> !', 'name': ['<>'], 'status': '<>', 'price': '<>', 'context': '<>', 'kind': '<>', 'code': 7, 'key': '<>', 'flow': {'context': '<>', 'nodes': [{'id': '<> !', 'type': '<>'}]}}",
                        "managed");
        for (String kind :
                List.of(
                        "applications",
                        "keys",
                        "ad-units",
                        "campaigns",
                        "conversion-goals",
                        "line-items",
                        "creatives",
                        "catalogue",
                        "flows:validate",
                        "none")) {
            String path = "/v1/manage/" + kind;
            client.post(path, wrong, "Authorization", manager);
            client.get(
                    path + "?cursor=" + named("managed") + "&limit=" + named("managed"),
                    "Authorization",
                    manager);
            client.get(path + "/" + named("managed"), "Authorization", manager);
            client.send(
                    "PUT",
                    path + "/c",
                    wrong.getBytes(UTF_8),
                    "Authorization",
                    manager,
                    "If-Match",
                    "\"" + named("managed") + "\"");
            client.send(
                    "DELETE", path + "/" + named("managed"), new byte[0], "Authorization", manager);
        }
        client.send(
                "PUT",
                "/v1/manage/catalogue",
                wrong.replace("\"id\"", "\"campaigns\"").getBytes(UTF_8),
                "Authorization",
                manager);
    }

    private void reading() throws IOException, InterruptedException {
        String c = named("read");
        for (String path :
                List.of(
                        "/v1/reports?from=" + c,
                        "/v1/reports?metrics=" + c + "&groupBy=" + c,
                        "/v1/reports?granularity=" + c,
                        "/v1/reports?granularity=total&" + c + "=" + c,
                        "/v1/reports?granularity=total&lineItem=" + c,
                        "/v1/reports/flows/" + c,
                        "/v1/journal",
                        "/v1/journal/" + messageId,
                        "/v1/journal?eventType=" + c + "&cursor=" + c,
                        "/v1/journal/rejected?limit=500",
                        "/v1/journal/rejected?cursor=" + c + "&reason=" + c,
                        "/v1/journal/rejected/" + c,
                        "/registry/subjects",
                        "/registry/subjects/" + c + "/versions",
                        "/registry/schemas/ids/" + c,
                        "/openapi.json",
                        "/health/ready",
                        "/health/live",
                        "/metrics")) {
            client.get(path, "Authorization", manager);
        }
        client.get("/v1/" + c, "Authorization", manager);
        client.post("/registry/subjects/" + c + "/versions", "{\"schema\": \"" + c + "\"}");
        client.post(
                "/v1/journal/rejected/" + c + ":redrive",
                json("{'context': '<>'}", "read"),
                "Authorization",
                manager);
    }
}
