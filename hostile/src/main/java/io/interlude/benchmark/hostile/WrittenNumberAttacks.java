package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Numbers of the catalogue: refused, or everything that reads them still answers.
final class WrittenNumberAttacks {
    private static final String MARK = "\"@\"";
    private static final String LINE_ITEMS = "line-items";

    private WrittenNumberAttacks() {}

    static List<Attack> all() {
        return List.of(
                attack(
                        "number-targeting",
                        LINE_ITEMS,
                        List.of(
                                "{\"targeting\":{\"attribute\":\"n\",\"op\":\"gt\",\"value\":\"@\"}}")),
                attack(
                        "number-flow",
                        "creatives",
                        List.of(
                                creative("\"x\":\"@\"", "1"),
                                creative("\"x\":[\"@\",\"@\"]", "1"),
                                creative("\"x\":1", MARK))),
                attack(
                        "number-money",
                        LINE_ITEMS,
                        List.of(
                                "{\"price\":{\"model\":\"cpm\",\"amount\":{\"amount\":\"@\",\"currency\":\"USD\"}}}",
                                "{\"budget\":{\"daily\":{\"amount\":\"@\",\"currency\":\"USD\"}}}",
                                "{\"budget\":{\"dailyImpressions\":\"@\"}}")),
                attack(
                        "number-fields",
                        LINE_ITEMS,
                        List.of(
                                "{\"weight\":\"@\"}",
                                "{\"priority\":\"@\"}",
                                "{\"explorationShare\":\"@\"}",
                                "{\"context\":{\"topics\":[],\"minRelevance\":\"@\"}}",
                                "{\"frequencyCaps\":[{\"max\":\"@\",\"per\":\"PT1H\",\"scope\":\"lineItem\"}]}",
                                "{\"frequencyCaps\":[{\"max\":3,\"per\":\"P99999999999D\",\"scope\":\"lineItem\"}],\"weight\":\"@\"}",
                                "{\"unknown\":\"@\"}")),
                attack(
                        "number-keys",
                        "keys",
                        List.of(
                                "{\"kind\":\"fetch\",\"applicationId\":\"app\",\"rateLimitPerSecond\":\"@\"}")));
    }

    private static Attack attack(String name, String resource, List<String> fields) {
        return new Attack(
                name,
                "a " + resource + " write is refused, or list, export, history and fetch are 200",
                scene -> write(scene, resource, fields));
    }

    private static String creative(String metadata, String value) {
        return "{\"type\":\"flow\",\"flow\":"
                + Org.FLOW
                        .replace("\"disclosureText\"", metadata + ", \"disclosureText\"")
                        .replace("\"value\": 1", "\"value\": " + value)
                + "}";
    }

    private static void write(Scene scene, String resource, List<String> fields)
            throws IOException, InterruptedException {
        Org org = scene.org();
        scene.restartClock();
        String path = "/v1/manage/" + resource;
        int id = 0;
        for (String given : fields) {
            for (String bomb : Bodies.NUMBERS) {
                ObjectNode body = (ObjectNode) JsonMapper.shared().readTree(template(resource));
                body.put("id", "bomb-" + id++);
                body.setAll((ObjectNode) JsonMapper.shared().readTree(given));
                String text = JsonMapper.shared().writeValueAsString(body);
                String what = resource + ' ' + NumberAttacks.shortened(bomb) + " in " + given;
                String asText = text.replace("bomb-", "text-").replace(MARK, '"' + bomb + '"');
                boolean number = tried(scene, org, path, text.replace(MARK, bomb), what);
                boolean word = tried(scene, org, path, asText, what);
                if (number || word) {
                    readable(scene, org, path, what);
                }
                if (!scene.timeLeft() || !scene.faults().isEmpty()) {
                    return;
                }
            }
        }
    }

    private static String template(String resource) {
        return switch (resource) {
            case LINE_ITEMS ->
                    """
                    {"campaignId": "campaign", "name": "Bomb", "status": "active", "timeZone": "UTC",
                     "pacing": "asap", "rotation": "weighted", "context": {"topics": []},
                     "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}}}
                    """;
            case "creatives" -> "{\"lineItemId\": \"item-1\", \"status\": \"approved\"}";
            default -> "{}";
        };
    }

    private static boolean tried(Scene scene, Org org, String path, String body, String what) {
        return scene.sane(scene.api().post(path, org.mgmt(), body), what).good();
    }

    private static void readable(Scene scene, Org org, String path, String what) {
        scene.good(scene.api().get(path, org.mgmt()), what + ": list");
        scene.good(scene.api().get("/v1/manage/history", org.mgmt()), what + ": history");
        Answer exported = scene.api().get("/v1/manage/catalogue", org.mgmt());
        if (scene.good(exported, what + ": export").good()) {
            scene.good(
                    scene.api()
                            .send(
                                    "PUT",
                                    "/v1/manage/catalogue?dryRun=true",
                                    org.mgmt(),
                                    exported.body()),
                    what + ": import of the export");
        }
        String flow =
                "{\"adUnit\":\"unit\",\"adFormat\":\"Flow\",\"attributes\":{\"tier\":\"gold\",\"n\":1}}";
        Answer fetched = scene.api().post("/v1/fetch/v2", org.fetch(), flow);
        scene.good(fetched, what + ": fetch");
        if (fetched.status() == 200) {
            String decision = "/v1/journal/" + fetched.text("messageId") + "/decision";
            scene.good(scene.api().get(decision, org.mgmt()), what + ": decision");
        }
    }
}
