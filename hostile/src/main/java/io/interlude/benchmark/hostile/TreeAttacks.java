package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.util.List;

/// Bodies within their limits whose parsed form is many times as large.
final class TreeAttacks {
    private static final String IMPORT = "/v1/manage/catalogue";
    private static final String DRY = IMPORT + "?dryRun=true";
    private static final int UNPARSED_MILLIS = 3_000;

    private TreeAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "import-tree-dry-run",
                        "an import of millions of empty objects is refused or answered",
                        scene -> imports(scene, DRY, 1)),
                new Attack(
                        "import-trees-at-once",
                        "so are four at a time, dry or not",
                        scene -> imports(scene, IMPORT, 4)),
                new Attack(
                        "import-shapes",
                        "so is every other shape: depth, names, strings, digits",
                        TreeAttacks::shapes),
                new Attack(
                        "import-tree-other-keys",
                        "keys of other kinds are refused before the body is parsed",
                        TreeAttacks::otherKeys),
                new Attack(
                        "small-trees",
                        "64 KiB trees on every route and by every key are refused or answered",
                        TreeAttacks::smallTrees),
                new Attack(
                        "batch-trees",
                        "1 MiB batches by a tag hold up nobody's event loop",
                        TreeAttacks::batches));
    }

    private static void imports(Scene scene, String path, int atOnce)
            throws IOException, InterruptedException {
        Org org = scene.org();
        String body = Bodies.tree(Bodies.IMPORT_BYTES, "{}");
        scene.restartClock();
        scene.parallel(
                atOnce,
                3 * atOnce,
                n ->
                        scene.sane(
                                scene.api().send("PUT", n % 2 == 0 ? path : DRY, org.mgmt(), body),
                                "import"));
    }

    private static void shapes(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> bodies = Bodies.shapes(Bodies.IMPORT_BYTES);
        scene.begin();
        for (String body : bodies) {
            if (scene.timeLeft()) {
                scene.parallel(
                        3,
                        3,
                        _ ->
                                scene.sane(
                                        scene.api().send("PUT", DRY, org.mgmt(), body),
                                        "import of " + body.substring(0, 16)));
            }
        }
    }

    private static void otherKeys(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> keys = List.of(org.fetch(), org.tag(), org.read(), "", "il_mgmt_none");
        String body = Bodies.tree(Bodies.IMPORT_BYTES, "{}");
        scene.parallel(
                4,
                20,
                n -> {
                    String key = keys.get(n % keys.size());
                    Answer answer = scene.api().send("PUT", DRY, key, body);
                    scene.refused(answer, "import by another kind of key");
                    scene.require(
                            answer.millis() < UNPARSED_MILLIS,
                            "a refusal took " + Math.round(answer.millis()) + " ms");
                });
    }

    private static void smallTrees(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> bodies = Bodies.shapes(Bodies.SMALL_BYTES);
        List<String> paths =
                List.of(
                        "/v1/fetch/v2",
                        "/v1/event",
                        "/v1/events",
                        "/v1/event/offlineConversion",
                        "/v1/manage/line-items",
                        "/v1/manage/flows:validate",
                        "/v1/manage/creatives:preview",
                        "/v1/corrections",
                        "/v1/audits");
        scene.parallel(
                4,
                4_000,
                n -> {
                    String path = paths.get(n % paths.size());
                    String key = org.everyKey().get(n / paths.size() % org.everyKey().size());
                    String body = bodies.get(n / 3 % bodies.size());
                    scene.sane(scene.api().post(path, key, body), path);
                });
    }

    private static void batches(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        int bytes = (1 << 20) - 1_024;
        List<String> bodies =
                List.of(
                        "{\"events\":[" + Bodies.elements(bytes - 20, "{}") + "]}",
                        "{\"events\":[" + Bodies.elements(bytes - 20, "{\"a\":[[],[]]}") + "]}",
                        Bodies.nested(bytes),
                        Bodies.tree(bytes, "1e9"),
                        Bodies.names(bytes));
        scene.parallel(
                4,
                400,
                n ->
                        scene.sane(
                                scene.api()
                                        .post(
                                                "/v1/events",
                                                org.tag(),
                                                bodies.get(n % bodies.size())),
                                "batch"));
    }
}
