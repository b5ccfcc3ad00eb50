package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Wire;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Fetches by a publisher tag, each within its limits, that cost more than a fetch.
final class FetchAttacks {
    private static final int AT_ONCE = 4;
    private static final int MOST = 20_000;
    private static final int MESSAGES = 20;
    private static final String SERVERS_KEY = "order-1";

    private static final String BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private FetchAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "consent-flood",
                        "GPP strings with 450 restrictions of 8,192 vendors each take nothing from"
                                + " others",
                        FetchAttacks::consents),
                new Attack(
                        "repeated-fetch-flood",
                        "a new Idempotency-Key for each fetch of a large flow by a tag takes no"
                                + " memory from others, and no key of the org's server",
                        FetchAttacks::keys));
    }

    private static void consents(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> strings =
                List.of("DBABMA~" + restricted(2, 247, 457), "DBABDA~" + restricted(1, 233, 457));
        scene.parallel(
                AT_ONCE,
                MOST,
                n -> {
                    String path = "/v1/fetch/v2?adUnit=unit&.tier=gold&consent.gpp=";
                    String gpp = strings.get(n % strings.size());
                    scene.sane(scene.api().get(path + gpp, org.tag()), "consent");
                });
    }

    /// The core string of a consent framework.
    ///
    /// @param restrictionsAt where the number of restrictions is, in bits
    private static String restricted(int version, int restrictionsAt, int entries) {
        StringBuilder bits = new StringBuilder(bits(version, 6));
        bits.append("0".repeat(restrictionsAt - bits.length())).append(bits(entries, 12));
        for (int entry = 0; entry < entries; entry++) {
            bits.append(bits(1 + entry % 10, 6)).append("00").append(bits(1, 12)).append('1');
            bits.append(bits(1, 16)).append(bits(8_192, 16));
        }
        bits.append("0".repeat(24 - bits.length() % 24));
        StringBuilder letters = new StringBuilder();
        for (int at = 0; at < bits.length(); at += 6) {
            letters.append(BASE64.charAt(Integer.parseInt(bits, at, at + 6, 2)));
        }
        return letters.toString();
    }

    private static String bits(int number, int width) {
        String digits = Integer.toBinaryString(number);
        return "0".repeat(width - digits.length()) + digits;
    }

    private static void keys(Scene scene) throws IOException, InterruptedException {
        scene.prepare();
        Org org = Org.make(scene.api(), flows());
        Answer first = fetch(scene, org.fetch(), SERVERS_KEY);
        scene.require(first.good(), "the server's fetch: " + first.said());
        scene.begin();
        scene.parallel(
                AT_ONCE, MOST, _ -> scene.sane(fetch(scene, org.tag(), Wire.word()), "keyed"));
        scene.sane(fetch(scene, org.tag(), SERVERS_KEY), "the server's key, guessed");
        Answer repeat = scene.count(fetch(scene, org.fetch(), SERVERS_KEY));
        scene.require(
                repeat.status() == 200 && repeat.body().equals(first.body()),
                "the server's repeat was another fetch: " + repeat.said());
    }

    private static Answer fetch(Scene scene, String apiKey, String idempotencyKey) {
        String body =
                "{\"adUnit\":\"unit\",\"adFormat\":\"Flow\",\"attributes\":{\"tier\":\"gold\"}}";
        return scene.api()
                .send("POST", "/v1/fetch/v2", apiKey, body, "Idempotency-Key: " + idempotencyKey);
    }

    /// A fetch without a subscriber has no ad with a cap.
    private static ObjectNode flows() {
        ObjectNode catalogue = BenchOrg.catalogue(1, false);
        ((ObjectNode) catalogue.path("lineItems").path(0)).remove("frequencyCaps");
        ObjectNode flow = catalogue.withArray("creatives").addObject();
        flow.put("id", "large").put("lineItemId", "item-0").put("type", "flow");
        flow.put("status", "approved").set("flow", JsonMapper.shared().readTree(largeFlow()));
        return catalogue;
    }

    private static String largeFlow() {
        StringBuilder nodes = new StringBuilder();
        for (int i = 1; i <= MESSAGES; i++) {
            nodes.append(
                    "{\"id\":\"n%d\",\"type\":\"message\",\"text\":\"%s\",\"next\":\"%s\"},"
                            .formatted(i, "x".repeat(640), i < MESSAGES ? "n" + (i + 1) : "buy"));
        }
        return Org.FLOW.replace("\"next\": \"buy\"},", "\"next\": \"n1\"}," + nodes);
    }
}
