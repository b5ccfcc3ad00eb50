package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/// Catalogues that every process would have to keep, and answers whose trees are far larger than
/// what is kept.
final class HoardAttacks {
    private static final String IMPORT = "/v1/manage/catalogue";
    private static final int FLOW_BYTES = 15_000;
    private static final int FLOWS = 450;
    private static final int LISTED = 300;
    private static final int MOST_ACCEPTED = 6;

    private HoardAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "hoarded-catalogue",
                        "imports of 7 MB with new ids each time are refused after some",
                        HoardAttacks::hoard),
                new Attack(
                        "listed-trees",
                        "lists, histories and exports of flows of empty objects are whole or refused",
                        HoardAttacks::list));
    }

    private static void hoard(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String flow = flow("\"" + "x".repeat(FLOW_BYTES) + "\"");
        String flows =
                IntStream.range(0, FLOWS)
                        .mapToObj(number -> creative("@@-" + number, flow))
                        .collect(Collectors.joining(","));
        String body =
                JsonMapper.shared()
                        .writeValueAsString(BenchOrg.catalogue(2, false))
                        .replace("\"creatives\":[", "\"creatives\":[" + flows + ",");
        AtomicInteger accepted = new AtomicInteger();
        scene.restartClock();
        scene.parallel(
                1,
                3 * MOST_ACCEPTED,
                n -> {
                    String renamed = body.replace("@@", "hoard" + n);
                    Answer answer = scene.api().send("PUT", IMPORT, org.mgmt(), renamed);
                    scene.sane(answer, "import");
                    accepted.addAndGet(answer.good() ? 1 : 0);
                });
        scene.require(accepted.get() <= MOST_ACCEPTED, accepted + " imports of 7 MB were accepted");
    }

    private static void list(Scene scene) throws IOException, InterruptedException {
        scene.prepare();
        Org org = scene.org();
        String flow = flow("[" + Bodies.elements(FLOW_BYTES, "{}") + "]");
        scene.parallel(
                4,
                LISTED,
                n ->
                        scene.sane(
                                scene.api()
                                        .post(
                                                "/v1/manage/creatives",
                                                org.mgmt(),
                                                creative("listed-" + n, flow)),
                                "creative"));
        scene.begin();
        List<String> paths =
                List.of(
                        "/v1/manage/creatives?limit=500",
                        "/v1/manage/history?limit=500",
                        IMPORT,
                        "/v1/manage/creatives/listed-0/history");
        scene.parallel(
                8,
                400,
                n -> {
                    String path = paths.get(n % paths.size());
                    scene.sane(scene.api().get(path, org.mgmt()), path);
                });
        scene.good(scene.api().get(paths.getFirst(), org.mgmt()), "a list after them");
    }

    private static String creative(String id, String flow) {
        return "{\"id\":\"%s\",\"lineItemId\":\"item-0\",\"type\":\"flow\",\"status\":\"approved\",\"flow\":%s}"
                .formatted(id, flow);
    }

    private static String flow(String extra) {
        return Org.FLOW.replace("\"disclosureText\"", "\"x\":" + extra + ",\"disclosureText\"");
    }
}
