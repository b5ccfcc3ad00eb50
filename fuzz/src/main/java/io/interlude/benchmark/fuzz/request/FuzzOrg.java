package io.interlude.benchmark.fuzz.request;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An org of the fuzzer's own: keys of every kind, a catalogue, some fetches; and one fetch of
/// another org.
public record FuzzOrg(
        URI url,
        String operatorToken,
        Keys keys,
        List<String> fetchIds,
        String flowFetchId,
        String foreignFetchId,
        List<String> clickPaths) {
    public static final String ORIGIN = "https://pages.example.com";

    public static final String CATALOGUE =
            """
            {"applications": [{"id": "app", "name": "App"}],
             "adUnits": [{"id": "unit", "code": "unit", "name": "Unit"}],
             "campaigns": [{"id": "campaign", "name": "C", "advertiserName": "A", "status": "active"}],
             "lineItems": [{"id": "item", "campaignId": "campaign", "name": "I", "status": "active",
               "timeZone": "UTC", "pacing": "asap", "rotation": "weighted", "context": {"topics": []},
               "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}}}],
             "creatives": [
               {"id": "card", "lineItemId": "item", "type": "card", "status": "approved",
                "card": {"title": "T", "disclosure": "Sponsored",
                         "actions": [{"text": "Go", "url": "https://shop.example.com/"}]}},
               {"id": "flow", "lineItemId": "item", "type": "flow", "status": "approved", "flow": %s}],
             "savedReports": [{"id": "report", "name": "R", "query": "groupBy=campaign"}],
             "advertisers": [{"id": "advertiser", "name": "A", "domains": ["shop.example.com"]}],
             "conversionGoals": [{"id": "goal", "name": "G", "match": {"names": ["purchase"]}}]}
            """;

    public static final String FLOW =
            """
            {"specVersion": "1.0", "entryNodeId": "hello",
             "metadata": {"advertiserName": "Shop", "disclosureText": "Sponsored"},
             "nodes": [{"id": "hello", "type": "message", "text": "Hello", "next": "size"},
               {"id": "size", "type": "choice-set", "prompt": "Which size?",
                "choices": [{"id": "small", "label": "Small", "target": "shop"}]},
               {"id": "shop", "type": "action",
                "action": {"kind": "link_out", "label": "Go", "url": "https://shop.example.com/"}}]}\
            """;

    private static final int FETCHES = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /// Keys, each allowed to do what its kind is.
    public record Keys(String mgmt, String fetch, String tag, String read) {
        public List<String> all() {
            return List.of(mgmt, fetch, tag, read);
        }
    }

    public static FuzzOrg make(Product product) throws IOException, InterruptedException {
        String token = product.operatorToken();
        Api api = new Api(product.url());
        String name = "fuzz-" + Long.toString(System.nanoTime(), 36);
        String foreign = booked(api, token, name + "-foreign").fetch();
        Keys keys = booked(api, token, name);
        List<String> fetchIds = new ArrayList<>();
        List<String> clickPaths = new ArrayList<>();
        for (int i = 0; i < FETCHES; i++) {
            JsonNode ad = api.fetch(keys.fetch(), "{\"adUnit\":\"unit\"}");
            fetchIds.add(ad.path("messageId").asString());
            JsonNode link = ad.path("payload").path("actions").path(0).path("navigate");
            clickPaths.add(URI.create(link.path("url").asString()).getPath());
        }
        String flow = "{\"adUnit\":\"unit\",\"adFormat\":\"Flow\"}";
        return new FuzzOrg(
                product.url(),
                token,
                keys,
                fetchIds,
                api.fetch(keys.fetch(), flow).path("messageId").asString(),
                api.fetch(foreign, "{\"adUnit\":\"unit\"}").path("messageId").asString(),
                clickPaths);
    }

    private static Keys booked(Api api, String operatorToken, String id)
            throws IOException, InterruptedException {
        String org = "{\"id\":\"" + id + "\",\"name\":\"Fuzz\"}";
        String mgmt =
                api.call("POST", "/v1/operator/orgs", operatorToken, org).path("key").asString();
        api.call("PUT", "/v1/manage/catalogue", mgmt, CATALOGUE.formatted(FLOW));
        api.call("POST", Resource.USERS.path(), mgmt, Resource.USERS.body("user"));
        return new Keys(
                mgmt,
                api.key(mgmt, "{\"kind\":\"fetch\",\"applicationId\":\"app\"}"),
                api.key(
                        mgmt,
                        "{\"kind\":\"tag\",\"applicationId\":\"app\",\"allowedOrigins\":[\""
                                + ORIGIN
                                + "\"]}"),
                api.key(mgmt, "{\"kind\":\"read\"}"));
    }

    /// All that a management key reads of the catalogue, keys too.
    public String catalogue() throws IOException, InterruptedException {
        Api api = new Api(url);
        return api.call("GET", "/v1/manage/catalogue", keys.mgmt(), "").toPrettyString()
                + withoutUse(api.call("GET", "/v1/manage/keys", keys.mgmt(), ""));
    }

    /// When a key was last used is no part of what it is.
    private static String withoutUse(JsonNode keys) {
        keys.path("items").forEach(key -> ((ObjectNode) key).remove("lastUsedAt"));
        return keys.toPrettyString();
    }

    /// Whether the product still serves: one good fetch and one good event.
    public void requireServing() throws IOException, InterruptedException {
        Api api = new Api(url);
        String messageId =
                api.fetch(keys.fetch(), "{\"adUnit\":\"unit\"}").path("messageId").asString();
        api.call("POST", "/v1/event", keys.fetch(), goodEvent(messageId));
    }

    public static String goodEvent(String messageId) {
        return "{\"version\":2,\"eventType\":\"send\",\"fetchEventId\":\"" + messageId + "\"}";
    }

    private record Api(URI url, HttpClient http) {
        Api(URI url) {
            this(url, HttpClient.newHttpClient());
        }

        JsonNode fetch(String key, String body) throws IOException, InterruptedException {
            return call("POST", "/v1/fetch/v2", key, body);
        }

        String key(String management, String body) throws IOException, InterruptedException {
            return call("POST", "/v1/manage/keys", management, body).path("key").asString();
        }

        JsonNode call(String method, String path, String key, String body)
                throws IOException, InterruptedException {
            HttpRequest request =
                    HttpRequest.newBuilder(url.resolve(path))
                            .timeout(DEADLINE)
                            .header("Content-Type", "application/json")
                            .header("Authorization", "Bearer " + key)
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2 || answer.body().isEmpty()) {
                throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
            }
            return JsonMapper.shared().readTree(answer.body());
        }
    }
}
