package io.interlude.benchmark.hostile.scene;

import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An org with a key of every kind, a card and a flow.
public record Org(String id, String mgmt, String fetch, String tag, String read) {
    /// What the filter of the catalogue's line items lets through.
    public static final String GOLD = "{\"adUnit\":\"unit\",\"attributes\":{\"tier\":\"gold\"}}";

    public static final String FLOW =
            """
            {"specVersion": "1.0", "entryNodeId": "hello",
             "metadata": {"advertiserName": "Shop", "disclosureText": "Sponsored"},
             "nodes": [{"id": "hello", "type": "message", "text": "Hello", "next": "buy"},
               {"id": "buy", "type": "action",
                "action": {"kind": "conversion", "conversionName": "order", "value": 1}}]}\
            """;

    /// Makes one with this many line items.
    public static Org make(Api api, int lineItems) throws IOException, InterruptedException {
        return make(api, BenchOrg.catalogue(lineItems, false));
    }

    public static Org make(Api api, ObjectNode catalogue) throws IOException, InterruptedException {
        ObjectNode flow = catalogue.withArray("creatives").addObject();
        flow.put("id", "flow").put("lineItemId", "item-0").put("type", "flow");
        flow.put("status", "approved").set("flow", JsonMapper.shared().readTree(FLOW));
        BenchOrg.Made made = BenchOrg.make(api.base(), Target.OPERATOR_TOKEN, catalogue);
        return new Org(
                made.orgId(),
                made.managementKey(),
                made.fetchKey(),
                key(
                        api,
                        made,
                        "{\"kind\":\"tag\",\"applicationId\":\"app\",\"rateLimitPerSecond\":100000,"
                                + "\"allowedOrigins\":[\""
                                + Api.ORIGIN
                                + "\"]}"),
                key(api, made, "{\"kind\":\"read\"}"));
    }

    private static String key(Api api, BenchOrg.Made made, String body) throws IOException {
        Api.Answer answer = api.post("/v1/manage/keys", made.managementKey(), body);
        if (!answer.good()) {
            throw new IOException("no key: " + answer.said());
        }
        return answer.text("key");
    }

    /// Every kind, and no key.
    public List<String> everyKey() {
        return List.of(mgmt, fetch, tag, read, "");
    }

    @Override
    public String toString() {
        return "Org[id=" + id + "]";
    }
}
