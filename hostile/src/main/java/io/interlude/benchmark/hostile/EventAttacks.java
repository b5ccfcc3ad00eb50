package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Money and identity of events.
final class EventAttacks {
    private static final String LARGEST = "999999999999";
    private static final int PIXELS = 30;
    private static final int AUDIT_SECONDS = 30;
    private static final int COUNTED_SECONDS = 10;

    /// With the first of what differs.
    private static final int LONGEST_ANSWER = 2_500;

    private EventAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "pixel-values",
                        "reports and audit agree after 30 pixels of 999,999,999,999 by a tag",
                        EventAttacks::pixels),
                new Attack(
                        "conversion-values",
                        "the same by a fetch key, with a fetch, and negative",
                        EventAttacks::conversions),
                new Attack(
                        "idempotency-collision",
                        "a tag's Idempotency-Key does not silence the server's own conversion",
                        EventAttacks::collision));
    }

    private static void pixels(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String pixel = "/v1/event?name=order&cur=USD&value=";
        scene.parallel(
                4, PIXELS, _ -> scene.sane(scene.api().get(pixel + LARGEST, org.tag()), "pixel"));
        agrees(scene, org);
    }

    private static void conversions(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        List<String> values =
                List.of(
                        LARGEST,
                        LARGEST + ".999999",
                        "-" + LARGEST,
                        "\"" + LARGEST + "\"",
                        "9223372036854.775807",
                        "-9223372036854.775808");
        scene.parallel(
                4,
                PIXELS,
                n -> {
                    String data =
                            "\"eventData\":{\"value\":%s,\"cur\":\"USD\",\"name\":\"order\"}"
                                    .formatted(values.get(n / 2 % values.size()));
                    String event =
                            "\"version\":2,\"eventType\":\"conversion\",\"fetchEventId\":\"%s\","
                                    .formatted(messageId);
                    Answer answer =
                            n % 2 == 0
                                    ? scene.api()
                                            .post(
                                                    "/v1/event",
                                                    org.fetch(),
                                                    "{" + event + data + "}")
                                    : scene.api()
                                            .post(
                                                    "/v1/event/offlineConversion",
                                                    org.fetch(),
                                                    "{\"messageId\":\""
                                                            + messageId
                                                            + "\","
                                                            + data
                                                            + "}");
                    scene.sane(answer, "conversion");
                });
        agrees(scene, org);
    }

    /// The reports answer, and an audit finds them right.
    static void agrees(Scene scene, Org org) throws InterruptedException {
        scene.good(
                scene.api().get("/v1/reports?granularity=minute&groupBy=creative", org.mgmt()),
                "report");
        Instant now = InstantSource.system().instant();
        Answer asked =
                scene.api()
                        .post(
                                "/v1/audits",
                                org.mgmt(),
                                "{\"from\":\"%s\",\"to\":\"%s\"}"
                                        .formatted(
                                                now.minus(Duration.ofHours(2)),
                                                now.plusSeconds(1)));
        String path = "/v1/audits/" + scene.good(asked, "audit").text("id");
        boolean ended =
                Target.await(
                        AUDIT_SECONDS,
                        () -> !scene.api().get(path, org.mgmt()).text("status").equals("running"));
        Answer audit = scene.count(scene.api().get(path, org.mgmt()));
        String text = audit.body();
        scene.require(
                ended && audit.text("status").equals("passed"),
                "the audit says " + text.substring(0, Math.min(LONGEST_ANSWER, text.length())));
    }

    private static void collision(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        for (int i = 0; i < 5; i++) {
            String key = "Idempotency-Key: order-" + i;
            String messageId =
                    scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
            String pixel = "/v1/event?name=order&value=0&cur=USD&messageId=" + messageId;
            scene.count(scene.api().send("GET", pixel, org.tag(), "", key));
            String body =
                    "{\"messageId\":\"%s\",\"eventData\":{\"name\":\"order\",\"value\":50,\"cur\":\"USD\"}}"
                            .formatted(messageId);
            Answer conversion =
                    scene.good(
                            scene.api()
                                    .send(
                                            "POST",
                                            "/v1/event/offlineConversion",
                                            org.fetch(),
                                            body,
                                            key),
                            "conversion");
            scene.require(!conversion.text("eventId").isEmpty(), "the conversion has no id");
        }
        String report = "/v1/reports?granularity=total&metrics=conversions,conversionValue";
        boolean counted =
                Target.await(
                        COUNTED_SECONDS,
                        () -> scene.api().get(report, org.mgmt()).body().contains("\"250"));
        scene.require(
                counted,
                "5 conversions of 50 were answered 201, and the report says "
                        + scene.api().get(report, org.mgmt()).body());
    }
}
