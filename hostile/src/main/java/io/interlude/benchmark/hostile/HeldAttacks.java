package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Work that goes on after its request, and holds what it read.
final class HeldAttacks {
    private static final int EVENTS = 20_000;
    private static final int BATCH = 100;
    private static final int DATA_CHARACTERS = 8_000;
    private static final int AUDIT_SECONDS = 60;
    private static final int CLICKED = 5_000;
    private static final int VERSIONS = 100;

    private HeldAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "large-audit",
                        "an audit of 20,000 events with 8 KB of data ends, passed or failed",
                        HeldAttacks::audit),
                new Attack(
                        "many-versions",
                        "100 versions of attribution over 5,000 conversions are current or failed",
                        HeldAttacks::versions));
    }

    private static void audit(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.parallel(
                4,
                EVENTS / BATCH,
                _ -> {
                    String event =
                            "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\",\"eventData\":{\"x\":\"%s\"}}"
                                    .formatted(fetch(scene, org), "x".repeat(DATA_CHARACTERS));
                    String body =
                            "{\"events\":["
                                    + Bodies.elements(BATCH * (event.length() + 1), event)
                                    + "]}";
                    scene.sane(scene.api().post("/v1/events", org.fetch(), body), "batch");
                });
        Instant now = InstantSource.system().instant();
        String range =
                "{\"from\":\"%s\",\"to\":\"%s\"}"
                        .formatted(now.minus(Duration.ofHours(2)), now.plusSeconds(1));
        Answer asked = scene.good(scene.api().post("/v1/audits", org.read(), range), "audit");
        ends(scene, org, "/v1/audits/" + asked.text("id"));
    }

    private static void versions(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.parallel(
                4,
                CLICKED,
                _ -> {
                    String body =
                            "{\"messageId\":\"%s\",\"eventData\":{\"name\":\"order\",\"value\":1,\"cur\":\"USD\"}}"
                                    .formatted(fetch(scene, org));
                    scene.sane(
                            scene.api().post("/v1/event/offlineConversion", org.fetch(), body),
                            "conversion");
                });
        for (int i = 0; i < VERSIONS; i++) {
            String body = "{\"id\":\"v%d\",\"name\":\"V\",\"overrides\":{}}".formatted(i);
            scene.sane(scene.api().post("/v1/attributions", org.read(), body), "version");
        }
        ends(scene, org, "/v1/attributions/v0");
        ends(scene, org, "/v1/attributions/v" + (VERSIONS - 1));
    }

    private static String fetch(Scene scene, Org org) {
        return scene.count(scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD))
                .text("messageId");
    }

    private static void ends(Scene scene, Org org, String path) throws InterruptedException {
        boolean ended =
                Target.await(
                        AUDIT_SECONDS,
                        () -> !scene.api().get(path, org.read()).text("status").equals("running"));
        scene.require(ended, path + " goes on");
    }
}
