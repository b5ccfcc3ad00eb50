package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Times, cursors and ids that nothing can be.
final class NonsenseAttacks {
    private static final double QUICK_MILLIS = 10_000;

    private static final List<String> TIMES =
            List.of(
                    "-9223372036854775808",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-1",
                    "0",
                    "1000000000000000000",
                    "99999999999999999999999",
                    "1e18",
                    "1.5",
                    "null",
                    "\"now\"");

    private static final List<String> INSTANTS =
            List.of(
                    "-292275055-01-01T00:00:00Z",
                    "%2B292278994-08-17T07:12:55Z",
                    "-999999999-01-01T00:00:00Z",
                    "%2B999999999-12-31T23:59:59Z",
                    "0000-01-01T00:00:00Z",
                    "9999-12-31T23:59:59.999999999Z",
                    "1970-01-01T00:00:00Z",
                    "x");

    private NonsenseAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "event-times",
                        "timestamps far away are 422 or 400, and reports and journal go on",
                        NonsenseAttacks::eventTimes),
                new Attack(
                        "absurd-ranges",
                        "ranges of 500 million years are refused or answered within 10 s",
                        NonsenseAttacks::ranges),
                new Attack(
                        "cursors",
                        "cursors and ids of nonsense are refused",
                        NonsenseAttacks::cursors));
    }

    private static void eventTimes(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String messageId =
                scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD).text("messageId");
        for (String time : TIMES) {
            for (String type : List.of("read", "click", "conversion")) {
                String body =
                        "{\"version\":2,\"eventType\":\"%s\",\"fetchEventId\":\"%s\",\"timestamp\":%s}"
                                .formatted(type, messageId, time);
                Answer answer = scene.api().post("/v1/event", org.fetch(), body);
                if (time.equals("null")) {
                    scene.sane(answer, "no timestamp");
                } else {
                    scene.refused(answer, "timestamp " + time);
                }
            }
        }
        scene.good(scene.api().get("/v1/reports?granularity=minute", org.read()), "report");
        scene.good(scene.api().get("/v1/journal/" + messageId, org.read()), "journal");
    }

    private static void ranges(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.api().post("/v1/fetch/v2", org.fetch(), Org.GOLD);
        List<String> paths = new ArrayList<>();
        for (String from : INSTANTS) {
            for (String to : INSTANTS) {
                String range = "from=" + from + "&to=" + to;
                paths.add("/v1/reports?granularity=minute&" + range);
                paths.add("/v1/reports?granularity=total&" + range);
                paths.add("/v1/reports/no-fill?" + range);
                paths.add("/v1/reports/flows/flow?" + range);
                paths.add("/v1/journal?" + range);
                paths.add("/v1/journal/rejected?" + range);
                paths.add("/v1/journal/manifests?" + range);
                paths.add("/v1/manage/history?" + range);
                paths.add("audit " + range);
            }
        }
        List<String> forms =
                List.of("application/json", "text/csv", "application/vnd.apache.parquet");
        scene.parallel(
                4,
                paths.size(),
                n -> {
                    String path = paths.get(n);
                    Answer answer =
                            path.startsWith("audit ")
                                    ? audit(scene, org, path)
                                    : scene.api()
                                            .send(
                                                    "GET",
                                                    path,
                                                    org.mgmt(),
                                                    "",
                                                    "Accept: " + forms.get(n % forms.size()));
                    scene.sane(answer, path);
                    scene.require(
                            answer.millis() < QUICK_MILLIS && answer.status() > 0,
                            path + " took " + Math.round(answer.millis()) + " ms");
                });
    }

    private static Answer audit(Scene scene, Org org, String path) {
        String range = path.substring("audit from=".length()).replace("%2B", "+");
        int to = range.indexOf("&to=");
        return scene.api()
                .post(
                        "/v1/audits",
                        org.mgmt(),
                        "{\"from\":\"%s\",\"to\":\"%s\"}"
                                .formatted(range.substring(0, to), range.substring(to + 4)));
    }

    private static void cursors(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> nonsense =
                List.of(
                        "x",
                        "%00",
                        "AAAA",
                        "eyJhIjoxfQ",
                        "9223372036854775807",
                        "-1",
                        "_".repeat(5_000),
                        "%F0%9F%92%A3",
                        "..%2F..%2Fetc",
                        "__8_AAAAAP__________");
        List<String> lists =
                List.of(
                        "/v1/journal?cursor=",
                        "/v1/journal/rejected?cursor=",
                        "/v1/journal/manifests?cursor=",
                        "/v1/reports?limit=1&cursor=",
                        "/v1/manage/line-items?cursor=",
                        "/v1/manage/history?cursor=",
                        "/v1/manage/erasures?cursor=",
                        "/v1/journal/",
                        "/v1/journal/rejected/",
                        "/v1/audits/",
                        "/v1/manage/line-items/",
                        "/v1/manage/erasures/",
                        "/v1/reports/rotation/",
                        "/v1/reports/flows/",
                        "/registry/schemas/ids/",
                        "/registry/subjects/",
                        "/c/",
                        "/embed/");
        scene.parallel(
                4,
                lists.size() * nonsense.size(),
                n -> {
                    String path =
                            lists.get(n / nonsense.size()) + nonsense.get(n % nonsense.size());
                    scene.sane(
                            scene.api().get(path, org.mgmt()),
                            path.substring(0, Math.min(60, path.length())));
                });
    }
}
