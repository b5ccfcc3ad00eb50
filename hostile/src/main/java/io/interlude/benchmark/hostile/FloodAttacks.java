package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Many requests, each within its limits, at four at a time.
final class FloodAttacks {
    private static final int AT_ONCE = 4;
    private static final int MOST = 20_000;

    private FloodAttacks() {}

    static List<Attack> all() {
        return List.of(
                flood(
                        "header-flood",
                        "requests with 2,000 headers",
                        (scene, _, _) ->
                                scene.api()
                                        .send(
                                                "GET",
                                                "/v1/reports",
                                                "",
                                                "",
                                                "a:b\r\n".repeat(1_999) + "a:b")),
                flood(
                        "query-flood",
                        "queries of 60 KB with 10,000 parameters",
                        (scene, org, n) ->
                                scene.api()
                                        .get(
                                                (n % 2 == 0 ? "/v1/fetch/v2" : "/v1/reports")
                                                        + "?adUnit=unit"
                                                        + "&.a=b".repeat(10_000),
                                                org.mgmt())),
                flood(
                        "idempotency-flood",
                        "a new Idempotency-Key of 128 characters for each event by a tag",
                        (scene, org, _) -> newKey(scene, org)),
                flood(
                        "name-flood",
                        "a new event name, attribute and ad unit for each request",
                        FloodAttacks::newName),
                flood(
                        "refused-flood",
                        "refused events by a tag, which ads.rejected keeps",
                        (scene, org, _) -> refusedEvent(scene, org)),
                flood(
                        "context-flood",
                        "contexts of 60 KB, of every kind of letter",
                        FloodAttacks::context),
                flood(
                        "attribute-flood",
                        "attributes of 60 KB: letters that grow without case, names, false numbers",
                        FloodAttacks::attributes),
                flood(
                        "pattern-flood",
                        "filters and attributes that a backtracking matcher never ends with",
                        FloodAttacks::patterns),
                flood(
                        "key-guessing",
                        "unknown keys of every kind and click tokens",
                        (scene, _, n) ->
                                n % 2 == 0
                                        ? scene.api().get("/v1/reports", "il_read_" + Wire.word())
                                        : scene.api().get("/c/" + Wire.word().repeat(20), "")));
    }

    private static Attack flood(String name, String holds, Request request) {
        return new Attack(
                name,
                holds + " take nothing from others",
                scene -> {
                    Org org = scene.org();
                    scene.restartClock();
                    scene.parallel(
                            AT_ONCE, MOST, n -> scene.sane(request.send(scene, org, n), name));
                });
    }

    private static Api.Answer newKey(Scene scene, Org org) {
        String key = Wire.word().repeat(20).substring(0, 128);
        String pixel = "/v1/event?name=order&value=1&cur=USD";
        return scene.api().send("GET", pixel, org.tag(), "", "Idempotency-Key: " + key);
    }

    private static Api.Answer refusedEvent(Scene scene, Org org) {
        String body =
                "{\"version\":2,\"eventType\":\"flow_start\",\"fetchEventId\":\"native-%s\",\"eventData\":{\"x\":\"%s\"}}"
                        .formatted(Wire.word(), "x".repeat(7_000));
        return scene.api().post("/v1/event", org.tag(), body);
    }

    private static Api.Answer newName(Scene scene, Org org, int number) {
        String word = Wire.word();
        return switch (number % 3) {
            case 0 ->
                    scene.api()
                            .post(
                                    "/v1/fetch/v2",
                                    org.fetch(),
                                    "{\"adUnit\":\"unit\",\"attributes\":{\"%s\":\"%s\",\"tier\":\"gold\"}}"
                                            .formatted(word, word));
            case 1 -> scene.api().get("/v1/event?value=1&cur=USD&name=" + word, org.tag());
            default ->
                    scene.api().post("/v1/fetch/v2", org.fetch(), "{\"adUnit\":\"" + word + "\"}");
        };
    }

    private static Api.Answer context(Scene scene, Org org, int number) {
        String letters =
                switch (number % 7) {
                    case 0 -> "a ";
                    case 1 -> "\u0939\u093f ";
                    case 2 -> "\u200d\ufe0f";
                    case 3 -> "\\u0000";
                    case 4 -> "ha";
                    case 5 -> "\u0130";
                    default -> "{\\\"text\\\":";
                };
        String text = letters.repeat(55_000 / letters.getBytes(StandardCharsets.UTF_8).length);
        String context =
                number % 2 == 0
                        ? '"' + text + '"'
                        : "[" + Bodies.elements(50_000, "{\"text\":\"" + letters + "\"}") + "]";
        return scene.api()
                .post(
                        "/v1/fetch/v2",
                        org.fetch(),
                        "{\"adUnit\":\"unit\",\"attributes\":{\"tier\":\"gold\"},\"context\":"
                                + context
                                + "}");
    }

    private static Api.Answer attributes(Scene scene, Org org, int number) {
        String attributes =
                switch (number % 3) {
                    case 0 -> "\"tier\":\"" + "\u0390".repeat(30_000) + '"';
                    case 1 ->
                            IntStream.range(0, 6_000)
                                    .mapToObj(i -> "\"a" + i + "\":1")
                                    .collect(Collectors.joining(","));
                    default -> "\"tier\":[" + Bodies.elements(55_000, "\"1-\"") + "]";
                };
        return scene.api()
                .post(
                        "/v1/fetch/v2",
                        org.fetch(),
                        "{\"adUnit\":\"unit\",\"attributes\":{" + attributes + "}}");
    }

    private static Api.Answer patterns(Scene scene, Org org, int number) {
        String hard = "a".repeat(2_000) + "%25".repeat(200) + "_".repeat(200) + "(a%2B)%2B$";
        List<String> paths =
                List.of(
                        "/v1/journal?lineItem=" + hard,
                        "/v1/journal?messageId=" + hard,
                        "/v1/reports?groupBy=lineItem&lineItem=" + hard,
                        "/v1/reports?groupBy=" + "lineItem,".repeat(500) + "adUnit",
                        "/v1/reports?sort=" + "-spend,".repeat(500) + "spend",
                        "/v1/fetch/v2?adUnit=" + hard,
                        "/v1/event?name=" + hard);
        return scene.api().get(paths.get(number % paths.size()), org.mgmt());
    }

    /// One request of a flood.
    @FunctionalInterface
    private interface Request {
        Api.Answer send(Scene scene, Org org, int number) throws IOException;
    }
}
