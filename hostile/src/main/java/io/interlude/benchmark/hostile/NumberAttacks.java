package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Numbers of events, fetches and queries: refused, or readable for ever.
final class NumberAttacks {
    private static final String VALIDATE = "/v1/manage/flows:validate";
    private static final int EVENTS = 300;
    private static final int EVENT_DATA_BYTES = 8_000;

    private NumberAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "number-flows-validate",
                        "bodies full of 1e9999 are answered, eight at a time",
                        NumberAttacks::validate),
                new Attack(
                        "number-fetch-attributes",
                        "a fetch is refused, or its decision and its journal are 200",
                        NumberAttacks::attributes),
                new Attack(
                        "number-event-data",
                        "what was answered 201 is on every page and in every export of the journal",
                        NumberAttacks::eventData),
                new Attack(
                        "number-batch",
                        "a bad number in a batch loses no neighbour",
                        NumberAttacks::batch),
                new Attack(
                        "number-queries",
                        "numbers of queries and of pixels are refused or read",
                        NumberAttacks::queries));
    }

    private static void validate(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.restartClock();
        List<String> bodies = new ArrayList<>();
        for (String number : List.of("1e9999", "1e-9999", "1e99999", "1e999999999")) {
            bodies.add(Bodies.tree(Bodies.SMALL_BYTES, number));
            bodies.add(
                    Org.FLOW.replace(
                            "\"value\": 1",
                            "\"value\": [" + Bodies.elements(60_000, number) + "]"));
        }
        scene.parallel(
                8,
                64,
                n ->
                        scene.sane(
                                scene.api().post(VALIDATE, org.mgmt(), bodies.get(n % 8)),
                                "flows:validate"));
    }

    private static void attributes(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.parallel(
                4,
                Bodies.NUMBERS.size(),
                n -> {
                    String number = Bodies.NUMBERS.get(n);
                    String what = "attribute " + shortened(number);
                    String body =
                            "{\"adUnit\":\"unit\",\"attributes\":{\"tier\":\"gold\",\"n\":%s}}"
                                    .formatted(number);
                    Answer fetched =
                            scene.sane(scene.api().post("/v1/fetch/v2", org.fetch(), body), what);
                    if (fetched.status() == 200) {
                        readable(scene, org, what, fetched.text("messageId"));
                    }
                });
        scene.good(scene.api().get("/v1/journal?limit=1000", org.read()), "journal");
    }

    /// It comes up in the journal, and its decision is explained.
    private static void readable(Scene scene, Org org, String what, String messageId) {
        String path = "/v1/journal/" + messageId;
        scene.good(scene.api().get(path, org.mgmt()), what + ": journal");
        scene.good(scene.api().get(path + "/decision", org.mgmt()), what + ": decision");
        Answer page =
                scene.good(
                        scene.api().get("/v1/journal?messageId=" + messageId, org.mgmt()),
                        what + ": page");
        scene.require(page.body().contains(messageId), what + ": not in the journal");
    }

    private static void eventData(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        List<String> accepted = Collections.synchronizedList(new ArrayList<>());
        scene.parallel(
                4,
                EVENTS,
                n -> {
                    String number =
                            n % 4 == 0 ? "1e1000" : Bodies.NUMBERS.get(n % Bodies.NUMBERS.size());
                    String body =
                            "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\",\"eventData\":{\"n\":[%s]}}"
                                    .formatted(
                                            messageId, Bodies.elements(EVENT_DATA_BYTES, number));
                    Answer answer =
                            scene.sane(scene.api().post("/v1/event", org.fetch(), body), "event");
                    if (answer.status() == 201) {
                        accepted.add(answer.text("eventId"));
                    }
                });
        for (String accept : List.of("application/json", "application/x-ndjson", "text/csv")) {
            Answer journal =
                    scene.good(
                            scene.api()
                                    .send(
                                            "GET",
                                            "/v1/journal?limit=1000&messageId=" + messageId,
                                            org.mgmt(),
                                            "",
                                            "Accept: " + accept),
                            "journal as " + accept);
            long missing = accepted.stream().filter(id -> !journal.body().contains(id)).count();
            boolean paged = journal.body().contains("\"nextCursor\"");
            scene.require(
                    missing == 0 || paged,
                    missing + " accepted events are not in the journal as " + accept);
        }
        scene.good(scene.api().get("/v1/journal/" + messageId, org.mgmt()), "journal of a fetch");
    }

    private static void batch(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        String event =
                "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"" + messageId + "\"%s}";
        for (String number : Bodies.NUMBERS) {
            for (String field : List.of(",\"eventData\":{\"n\":%s}", ",\"timestamp\":%s")) {
                String bad = event.formatted(field.formatted(number));
                String good = event.formatted("");
                String body = "{\"events\":[" + good + "," + bad + "," + good + "]}";
                Answer answer = scene.api().post("/v1/events", org.fetch(), body);
                String what = "batch with " + shortened(number);
                scene.good(answer, what);
                scene.require(
                        answer.json().at("/results/0/status").asInt(0) == 201
                                && answer.json().at("/results/2/status").asInt(0) == 201,
                        what + " lost its neighbours");
            }
        }
        scene.good(scene.api().get("/v1/journal?limit=1000", org.mgmt()), "journal");
    }

    private static void queries(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> paths = new ArrayList<>();
        for (String number : Bodies.NUMBERS) {
            String text = URLEncoder.encode(number, StandardCharsets.UTF_8);
            paths.add("/v1/reports?from=" + text);
            paths.add("/v1/reports?limit=" + text);
            paths.add("/v1/journal?limit=" + text);
            paths.add("/v1/manage/line-items?limit=" + text);
            paths.add("/v1/event?name=order&cur=USD&value=" + text);
            paths.add("/v1/fetch/v2?adUnit=unit&.tier=gold&.n=" + text);
        }
        scene.parallel(
                4,
                paths.size(),
                n -> {
                    String path = paths.get(n);
                    String key = path.startsWith("/v1/event") ? org.tag() : org.mgmt();
                    String what = path.substring(0, Math.min(60, path.length()));
                    scene.sane(scene.api().get(path, key), what);
                });
        scene.good(scene.api().get("/v1/journal?limit=1000", org.mgmt()), "journal");
        scene.good(scene.api().get("/v1/reports?granularity=total", org.mgmt()), "report");
    }

    static String shortened(String number) {
        return number.length() < 24 ? number : number.length() + " digits";
    }
}
