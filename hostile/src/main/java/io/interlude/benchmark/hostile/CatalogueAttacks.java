package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Wire;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Large catalogues and flows, while another org changes its own.
final class CatalogueAttacks {
    private static final double CHANGE_MILLIS = 2_000;
    private static final double VALIDATE_MILLIS = 2_000;
    private static final int NODES = 600;

    private CatalogueAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "oversized-record",
                        "another org changes its catalogue within 2 s, without a 503",
                        CatalogueAttacks::oversized),
                new Attack(
                        "catalogue-churn",
                        "the same while 5,000 line items are imported again and again",
                        CatalogueAttacks::churn),
                new Attack(
                        "large-flows",
                        "flows of many nodes and edges are validated within 2 s",
                        CatalogueAttacks::flows));
    }

    private static void oversized(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> bodies =
                List.of(
                        imported(lineItem("targeting", in(400_000))),
                        imported(lineItem("targeting", all(100_000))),
                        imported(flow("\"x\":\"" + "x".repeat(7_000_000) + "\"")),
                        imported(flow(numbered(400_000))),
                        imported(lineItem("name", '"' + "n".repeat(7_000_000) + '"')));
        beside(
                scene,
                n ->
                        scene.sane(
                                scene.api()
                                        .send(
                                                "PUT",
                                                "/v1/manage/catalogue",
                                                org.mgmt(),
                                                bodies.get(n % bodies.size())),
                                "import"));
    }

    private static void churn(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        ObjectNode catalogue = BenchOrg.catalogue(5_000, false);
        String body = JsonMapper.shared().writeValueAsString(catalogue);
        scene.restartClock();
        beside(
                scene,
                n ->
                        scene.sane(
                                scene.api()
                                        .send(
                                                "PUT",
                                                "/v1/manage/catalogue",
                                                org.mgmt(),
                                                body.replace("Offer number", "Offer " + n)),
                                "import"));
    }

    /// Sends the attack in one thread, and a change of the victim's campaign twice a second.
    private static void beside(Scene scene, Scene.Step attack)
            throws IOException, InterruptedException {
        String key = scene.victim().managementKey();
        AtomicInteger changes = new AtomicInteger();
        Thread other =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            while (scene.timeLeft()) {
                                change(scene, key, changes.incrementAndGet());
                                LockSupport.parkNanos(500_000_000);
                            }
                        });
        scene.parallel(1, 60, attack);
        scene.pauseUntilEnd();
        other.join();
    }

    private static void change(Scene scene, String key, int number) {
        String body =
                "{\"id\":\"c-%s\",\"name\":\"C %d\",\"advertiserName\":\"A\",\"status\":\"draft\"}"
                        .formatted(Wire.word(), number);
        Answer answer = scene.api().post("/v1/manage/campaigns", key, body);
        scene.require(
                answer.status() == 201 && answer.millis() < CHANGE_MILLIS,
                "another org's change: %s after %.0f ms".formatted(answer.said(), answer.millis()));
    }

    private static String in(int values) {
        return "{\"attribute\":\"a\",\"op\":\"in\",\"value\":["
                + Bodies.elements(values * 18, "\"abcdefghijklmno\"")
                + "]}";
    }

    private static String all(int leaves) {
        String leaf = "{\"attribute\":\"a\",\"op\":\"eq\",\"value\":\"b\"}";
        return "{\"all\":[" + Bodies.elements(leaves * (leaf.length() + 1), leaf) + "]}";
    }

    private static String numbered(int fields) {
        String names = Bodies.joined(fields, n -> "\"f%07d\":1".formatted(n));
        return names.substring(1, names.length() - 1);
    }

    private static String lineItem(String field, String value) {
        ObjectNode catalogue = BenchOrg.catalogue(2, false);
        ((ObjectNode) catalogue.at("/lineItems/0")).put(field, "@@");
        return JsonMapper.shared().writeValueAsString(catalogue).replace("\"@@\"", value);
    }

    private static String flow(String metadata) {
        ObjectNode catalogue = BenchOrg.catalogue(2, false);
        ArrayNode creatives = catalogue.withArray("creatives");
        creatives
                .addObject()
                .put("id", "flow")
                .put("lineItemId", "item-0")
                .put("type", "flow")
                .put("status", "approved")
                .put("flow", "@@");
        return JsonMapper.shared()
                .writeValueAsString(catalogue)
                .replace(
                        "\"@@\"",
                        Org.FLOW.replace("\"disclosureText\"", metadata + ",\"disclosureText\""));
    }

    /// As near to the limit of an import as it gets.
    private static String imported(String body) {
        return body.length() < Bodies.IMPORT_BYTES ? body : body.substring(0, Bodies.IMPORT_BYTES);
    }

    private static void flows(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> bodies =
                List.of(
                        web(12, 4, 4),
                        web(12, 11, 0),
                        web(40, 11, 11),
                        web(100, 9, 0),
                        web(NODES, 1, 0),
                        web(NODES, 2, 0));
        scene.parallel(
                4,
                400,
                n -> {
                    Answer answer =
                            scene.api()
                                    .post(
                                            "/v1/manage/flows:validate",
                                            org.mgmt(),
                                            bodies.get(n % bodies.size()));
                    scene.sane(answer, "flow");
                    scene.require(
                            answer.millis() < VALIDATE_MILLIS,
                            "flow %d took %.0f ms".formatted(n % bodies.size(), answer.millis()));
                });
    }

    /// Choice-sets each of which leads to as many others: paths without number.
    private static String web(int nodes, int choices, int intents) {
        StringBuilder flow = new StringBuilder();
        flow.append(
                "{\"specVersion\":\"1.0\",\"entryNodeId\":\"n\",\"metadata\":{\"advertiserName\":\"S\","
                        + "\"disclosureText\":\"S\"},\"nodes\":[{\"id\":\"n\",\"type\":\"message\","
                        + "\"text\":\"T\",\"next\":\"n0\"}");
        for (int node = 0; node < nodes; node++) {
            flow.append(
                    ",{\"id\":\"n%d\",\"type\":\"choice-set\",\"prompt\":\"?\",\"choices\":["
                            .formatted(node));
            for (int i = 0; i < choices; i++) {
                int to = (node + 1 + i * 7) % nodes;
                flow.append(i == 0 ? "" : ",")
                        .append(
                                "{\"id\":\"c%d\",\"label\":\"L\",\"target\":\"n%d\"}"
                                        .formatted(i, to));
            }
            flow.append("],\"intents\":[");
            for (int i = 0; i < intents; i++) {
                int to = (node + 3 + i * 5) % nodes;
                flow.append(i == 0 ? "" : ",")
                        .append(
                                "{\"intent\":\"i%d\",\"description\":\"d\",\"examples\":[\"e\"],\"target\":\"n%d\"}"
                                        .formatted(i, to));
            }
            flow.append("]}");
        }
        return flow.append("]}").toString();
    }
}
