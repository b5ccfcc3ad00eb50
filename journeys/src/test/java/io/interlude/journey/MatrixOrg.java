package io.interlude.journey;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An org with one of everything, whose ids and names all have its mark, and a key of each kind.
///
/// @param mark a word that is in no other org
record MatrixOrg(String mark, Api management, Map<String, String> nameToKey, String messageId) {
    static final String ORIGIN = "https://shop.example";

    private static final String CATALOGUE =
            """
            {"applications": [{"id": "hush-app", "name": "hush"}],
             "adUnits": [{"id": "hush-unit", "code": "hush-unit", "name": "hush"}],
             "campaigns": [{"id": "hush-campaign", "name": "hush", "advertiserName": "hush",
                            "status": "active"}],
             "conversionGoals": [{"id": "hush-goal", "name": "hush", "match": {"names": ["hush"]}}],
             "lineItems": [{"id": "hush-line", "campaignId": "hush-campaign", "name": "hush",
                            "status": "active", "pacing": "asap", "rotation": "weighted",
                            "price": {"model": "cpm", "amount": {"amount": "2", "currency": "USD"}}}],
             "creatives": [{"id": "hush-card", "lineItemId": "hush-line", "type": "card",
                            "status": "approved",
                            "card": {"title": "hush", "disclosure": "hush",
                                     "actions": [{"text": "hush", "url": "https://a.example/"}]}}]}\
            """;

    static MatrixOrg make(ProductProcess product, String orgId, String mark)
            throws IOException, InterruptedException {
        Api operator = Api.of(product.url(), ProductProcess.OPERATOR_TOKEN);
        JsonNode made =
                operator.expect(
                        201,
                        "POST",
                        "/v1/operator/orgs",
                        "{\"id\": \"%s\", \"name\": \"%s\"}".formatted(orgId, mark));
        Api management = operator.withKey(made.path("key").asString());
        management.expect(200, "PUT", "/v1/manage/catalogue", CATALOGUE.replace("hush", mark));
        Map<String, String> keys = new HashMap<>();
        String ofApp = ", \"applicationId\": \"%s-app\"".formatted(mark);
        keys.put("fetch", key(management, mark + "-fetch", "fetch", ofApp));
        keys.put(
                "tag",
                key(
                        management,
                        mark + "-tag",
                        "tag",
                        ofApp
                                + ", \"allowedOrigins\": [\"%s\"], \"rateLimitPerSecond\": 100000"
                                        .formatted(ORIGIN)));
        keys.put("mgmt", key(management, mark + "-mgmt", "mgmt", ""));
        keys.put("read", key(management, mark + "-read", "read", ""));
        keys.put("revoked", key(management, mark + "-revoked", "mgmt", ""));
        management.expect(204, "DELETE", "/v1/manage/keys/" + mark + "-revoked", "");
        keys.put("ended", key(management, mark + "-rotated", "mgmt", ""));
        keys.put(
                "rotated",
                management
                        .expect(
                                200,
                                "POST",
                                "/v1/manage/keys/" + mark + "-rotated:rotate",
                                "{\"overlap\": \"PT0S\"}")
                        .path("key")
                        .asString());
        JsonNode ad =
                Api.JSON.readTree(
                        management
                                .withKey(keys.get("fetch"))
                                .fetch("{\"adUnit\": \"%s-unit\"}".formatted(mark))
                                .body());
        return new MatrixOrg(mark, management, Map.copyOf(keys), ad.path("messageId").asString());
    }

    private static String key(Api management, String id, String kind, String more)
            throws IOException, InterruptedException {
        return management
                .expect(
                        201,
                        "POST",
                        "/v1/manage/keys",
                        "{\"id\": \"%s\", \"kind\": \"%s\"%s}".formatted(id, kind, more))
                .path("key")
                .asString();
    }

    String key(String name) {
        return nameToKey.getOrDefault(name, "");
    }

    /// An id of the org for the variable of a path.
    String idFor(String path) {
        if (path.startsWith("/v1/journal/{")) {
            return messageId;
        }
        for (Map.Entry<String, String> place :
                Map.of(
                                "applications", "-app",
                                "keys", "-fetch",
                                "ad-units", "-unit",
                                "campaigns", "-campaign",
                                "conversion-goals", "-goal",
                                "line-items", "-line",
                                "creatives", "-card",
                                "flows", "-card",
                                "rotation", "-line")
                        .entrySet()) {
            if (path.contains('/' + place.getKey() + '/')) {
                return mark + place.getValue();
            }
        }
        return "none";
    }

    /// Everything that others must not change: catalogue, keys, changes, and events.
    String everything() throws IOException, InterruptedException {
        ObjectNode all = Api.JSON.createObjectNode();
        JsonNode keys = management.expect(200, "GET", "/v1/manage/keys", "");
        keys.path("items").forEach(key -> ((ObjectNode) key).remove("lastUsedAt"));
        all.set("keys", keys);
        for (String path :
                new String[] {
                    "/v1/manage/catalogue", "/v1/manage/history?limit=500", "/v1/journal?limit=500"
                }) {
            all.set(path, management.expect(200, "GET", path, ""));
        }
        return all.toPrettyString();
    }
}
