package io.interlude.journey;

import static io.interlude.journey.Canaries.named;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Drives every path, well and badly, with a canary in everything that a client may send.
final class CanaryJourney {
    private static final String FETCH = "/v1/fetch/v2";
    private static final String EVENT = "/v1/event";
    private static final List<String> FORMATS =
            List.of(
                    "",
                    "'format': 'native',",
                    "'format': 'sms',",
                    "'format': 'botplatform',",
                    "'adFormat': 'Flow',",
                    "'test': 1,",
                    "'adUnit': '__sandbox__',",
                    "'adUnit': '__sandbox__', 'adFormat': 'Flow',",
                    "'subscriber': 'zq7canaryxsubscriberx',");

    /// Contexts and what a client may take for one; each has its canary.
    private static final List<String> CONTEXTS =
            List.of(
                    "'context': '<>'",
                    "'context': 'I lost my mother and want to die <>'",
                    "'context': [{'role': 'user', 'text': '<>'}, {'role': '<>', 'text': '<>'}]",
                    "'context': [{'role': 'user', 'text': '<>', '<>': '<>'}]",
                    "'context': [{'text': ['<>']}]",
                    "'context': {'text': '<>'}",
                    "'context': ['<>']",
                    "'context': [['<>']]",
                    "'context': null, 'Context': '<>', 'conversation': ['<>']",
                    "'conversation': '<>', 'turn': 1, 'subscriber': 'zq7canaryxsubscriberx'",
                    "'conversation': '<>', 'consent': {'subscriber': true}, 'turn': 4",
                    "'conversation': '<>', 'consent': {'subscriber': true, 'tcf': '<>'}",
                    "'conversation': '<>', 'consent': {'gpp': '<>', '<>': '<>'}",
                    "'consent': '<>', 'turn': '<>'",
                    "'debug': '<>', 'format': '<>'",
                    "'adUnit': '<>'",
                    "'test': '<>', '<>': '<>'",
                    "'subscriber': {'context': '<>'}",
                    "'attributes': {'context': '<>', 'a': 1}",
                    "'attributes': {'Context': ['<>']}",
                    "'attributes': {'a': {'context': '<>'}}",
                    "'attributes': '<>'",
                    "'key': '<>', 'apikey': '<>', 'Authorization': '<>'");

    /// What is kept by design, and only there: attributes, to recompute a decision; the data of an
    /// event, which is the application's own; of refused events this data, types and ids, to find
    /// and correct them. A subscriber's id is kept nowhere. The registry names what it was asked
    /// for, as Confluent's does.
    static final Map<String, Set<String>> ALLOWED =
            Map.ofEntries(
                    Map.entry("topic ads.fetches", Set.of("attribute")),
                    Map.entry("topic ads.deliveries", Set.of("data")),
                    Map.entry("topic ads.clicks", Set.of("data")),
                    Map.entry("topic ads.conversions", Set.of("data")),
                    Map.entry("topic ads.rejected", Set.of("data", "word")),
                    Map.entry("answer 200 GET /v1/journal/rejected", Set.of("data", "word")),
                    Map.entry(
                            "answer 404 GET /registry/subjects/" + named("read") + "/versions",
                            Set.of("read")),
                    Map.entry("answer 200 GET /v1/journal", Set.of("attribute")),
                    Map.entry("answer 200 GET /v1/journal/{messageId}", Set.of("data")));

    private final Bookings booked;
    private final CanaryClient client;
    private final String bearer;
    private final String manager;
    private final String messageId;

    private CanaryJourney(Bookings booked, CanaryClient client)
            throws IOException, InterruptedException {
        this.booked = booked;
        this.client = client;
        bearer = "Bearer " + booked.publisher().key();
        manager = "Bearer " + booked.management().key();
        messageId =
                messageId(
                        booked.publisher().fetch("{'adUnit': 'pause'}".replace('\'', '"')).body());
    }

    private static String messageId(String body) {
        return Api.JSON.readTree(body).path("messageId").asString();
    }

    /// The statuses of all answers.
    static List<Integer> drive(Bookings booked, Canaries canaries)
            throws IOException, InterruptedException {
        // So that what a conversation was served is written.
        String settings = json("{'adLoad': {'maxPerConversation': 100}}", "none");
        booked.management().put("/v1/manage/settings", "*", settings);
        CanaryClient client = new CanaryClient(booked.publisher(), canaries);
        CanaryJourney journey = new CanaryJourney(booked, client);
        journey.fetches();
        journey.unreadableBodies();
        journey.keys(canaries);
        new CanaryEvents(booked, client, journey.messageId).drive();
        return client.statuses();
    }

    /// A body with double quotes for single ones, and the canary for each `<>`.
    static String json(String text, String canary) {
        return quoted(text, named(canary));
    }

    private static String quoted(String text, String planted) {
        return text.replace('\'', '"').replace("<>", planted);
    }

    private void fetches() throws IOException, InterruptedException {
        for (String format : FORMATS) {
            String unit = format.contains("adUnit") ? "" : "'adUnit': 'pause', ";
            for (String context : List.of(CONTEXTS.get(0), CONTEXTS.get(2))) {
                fetch("{" + unit + format + context + "}");
            }
        }
        for (String context : CONTEXTS) {
            fetch("{" + context + ", 'moment': 'pause'}");
        }
        String c = named("context");
        for (String query :
                List.of(
                        "context=" + c,
                        "debug=1&adFormat=Flow&adUnit=default&context=" + c,
                        ".context=" + c + "&.Context=" + c,
                        "test=" + c + "&adUnit=pause&context=" + c,
                        "format=" + c,
                        "adUnit=pause&turn=2&conversation=" + c,
                        "adUnit=pause&subscriber=s&consent.tcf=" + c + "&consent.gpp=" + c,
                        "adUnit=pause&consent.subscriber=" + c + "&turn=" + c,
                        "adUnit=" + c,
                        c + "=" + c,
                        "context=%ff%fe" + c)) {
            client.get(FETCH + "?" + query, "Authorization", bearer);
        }
        fetch(
                "{'adUnit': 'pause', 'attributes': {'plan': '"
                        + named("attribute")
                        + "', 'many': ['"
                        + named("attribute")
                        + "']}}");
        client.post(
                FETCH,
                json("{'adUnit': 'pause', 'conversation': '<>', 'context': '<>'}", "context"),
                "Authorization",
                bearer,
                "Idempotency-Key",
                named("idempotencykey"));
        client.send("DELETE", FETCH + "?context=" + c, new byte[0], "Authorization", bearer);
        client.get("/" + c + "?context=" + c, "Authorization", bearer);
        client.get("/v1/fetch/" + c);
    }

    private void fetch(String body) throws IOException, InterruptedException {
        String sent = json(body, "context");
        client.post(FETCH, sent, "Authorization", bearer);
        client.post(FETCH + "?debug=1", sent, "Authorization", bearer);
    }

    private void unreadableBodies() throws IOException, InterruptedException {
        String c = named("context");
        String long4k = (c + " ").repeat(400);
        List<byte[]> bodies =
                List.of(
                        ("{\"context\": \"" + c + "\"").getBytes(UTF_8),
                        ("{\"context\": \"" + c + "\", " + c + "}").getBytes(UTF_8),
                        ("{\"context\": \"" + c + "\", \"a\": " + c + "}").getBytes(UTF_8),
                        ("{\"context\": \"" + c + "\", \"context\": \"" + c + "\"}")
                                .getBytes(UTF_8),
                        ("{\"context\": \"" + c + "\"}").getBytes(UTF_16),
                        concat(("{\"context\": \"" + c).getBytes(UTF_8), (byte) 0xff, "\"}"),
                        ("[\"" + c + "\"]").getBytes(UTF_8),
                        ("\"" + c + "\"").getBytes(UTF_8),
                        c.getBytes(UTF_8),
                        ("{\"context\": \"" + long4k + "\"}").getBytes(UTF_8),
                        ("{\"context\": \"" + long4k.repeat(12) + "\"}").getBytes(UTF_8));
        for (String path :
                List.of(
                        FETCH,
                        EVENT,
                        "/v1/events",
                        "/v1/event/offlineConversion",
                        "/v1/journal/rejected/x:redrive")) {
            for (byte[] body : bodies) {
                client.send("POST", path, body, "Authorization", bearer);
            }
            client.send(
                    "POST",
                    path,
                    bodies.get(0),
                    "Authorization",
                    bearer,
                    "Content-Type",
                    "text/" + c);
        }
        for (byte[] body : bodies) {
            client.send("POST", "/v1/manage/flows:validate", body, "Authorization", manager);
            client.send("POST", "/v1/manage/creatives", body, "Authorization", manager);
        }
        // Of the readable ones some are imports of an empty catalogue.
        for (byte[] body : bodies.subList(0, 3)) {
            client.send("PUT", "/v1/manage/catalogue", body, "Authorization", manager);
        }
    }

    private static byte[] concat(byte[] head, byte middle, String tail) {
        byte[] bytes = Arrays.copyOf(head, head.length + 1 + tail.length());
        bytes[head.length] = middle;
        System.arraycopy(tail.getBytes(UTF_8), 0, bytes, head.length + 1, tail.length());
        return bytes;
    }

    private void keys(Canaries canaries) throws IOException, InterruptedException {
        String tag =
                key(
                        "{'kind': 'tag', 'applicationId': 'app', 'allowedOrigins': ['https://p.example']}");
        String reader = key("{'kind': 'read'}");
        String revoked = key("{'id': 'revoked', 'kind': 'fetch', 'applicationId': 'app'}");
        canaries.secret("tagkey", tag);
        canaries.secret("readkey", reader);
        canaries.secret("revokedkey", revoked);
        client.send("DELETE", "/v1/manage/keys/revoked", new byte[0], "Authorization", manager);
        String wrong = "il_fetch_" + named("key") + "0".repeat(29);
        for (String key :
                List.of(
                        booked.publisher().key(),
                        booked.management().key(),
                        tag,
                        reader,
                        revoked,
                        wrong)) {
            for (String path :
                    List.of(FETCH, EVENT, "/v1/reports", "/v1/manage/keys", "/v1/none")) {
                String query = "?key=" + key + "&apikey=" + key + "&apiKey=" + key;
                client.get(path + query, "Referer", "https://p.example/?key=" + key);
                client.get(path, "Authorization", "Bearer " + key, "Origin", "https://p.example");
                client.post(
                        path, json("{'key': '<>', 'apiKey': '<>'}", "key"), "Authorization", key);
            }
            keyInEveryField(key);
        }
        for (String path : List.of(FETCH, "/v1/operator/orgs")) {
            client.get(path + "?key=" + ProductProcess.OPERATOR_TOKEN);
            client.post(path, "{", "Authorization", "Bearer " + ProductProcess.OPERATOR_TOKEN);
        }
        client.post(
                "/v1/operator/orgs",
                json("{'id': '<>', 'name': 1}", "key"),
                "Authorization",
                "Bearer " + wrong);
    }

    private String key(String body) throws IOException, InterruptedException {
        return booked.management()
                .expect(201, "POST", "/v1/manage/keys", body.replace('\'', '"'))
                .path("key")
                .asString();
    }

    private void keyInEveryField(String key) throws IOException, InterruptedException {
        for (String body :
                List.of(
                        "{'adUnit': '<>', 'format': '<>', 'context': '<>'}",
                        "{'adUnit': 'pause', 'attributes': {'key': '<>', 'a': ['see <>'], '<>': '<>'}}",
                        "{'adUnit': 'pause', 'attributes': {'<>': {}}}",
                        "{'adUnit': 'pause', 'subscriber': '<>'}")) {
            client.post(FETCH, quoted(body, key), "Authorization", bearer);
        }
        client.get(FETCH + "?adUnit=pause&.a=" + key + "&." + key + "=1", "Authorization", bearer);
        for (String type : List.of("read", "conversion", "node_visit", "<>")) {
            for (String data :
                    List.of(
                            "{'key': '<>', 'a': ['<>']}",
                            "{'<>': 'see <>.'}",
                            "{'name': '<>', 'nodeId': '<>'}")) {
                String body = quoted(event(type, data), key);
                client.post(EVENT, body, "Authorization", bearer, "Idempotency-Key", key);
            }
        }
        String custom =
                "{'messageId': '%s', 'eventName': '<>', 'eventData': {'<>': '<>'}}"
                        .formatted(messageId);
        client.post(EVENT, quoted(custom, key), "Authorization", bearer);
        String pixel = EVENT + "?name=" + key + "&key=" + booked.publisher().key();
        client.get(pixel + "&cur=" + key + "&messageId=" + messageId);
        client.get(pixel);
    }

    private String event(String type, String data) {
        return "{'version': 2, 'eventType': '%s', 'fetchEventId': '%s', 'subscriber': '<>',"
                        .formatted(type, messageId)
                + " '<>': '<>', 'eventData': "
                + data
                + "}";
    }
}
