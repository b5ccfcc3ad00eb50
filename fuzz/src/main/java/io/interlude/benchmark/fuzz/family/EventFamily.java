package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;

/// Events that break one rule of theirs.
record EventFamily(FuzzOrg org, Canaries canaries) implements Family {
    private static final int LARGEST_EVENT_DATA = 8 * 1_024;
    private static final int MOST_EVENTS = 500;

    @Override
    public BadRequest next(Draw draw) {
        return switch (draw.below(9)) {
            case 0 -> batch(draw);
            case 1 -> batchBounds(draw);
            case 2 -> legacy(draw);
            case 3 -> offline(draw);
            case 4 -> tag(draw);
            case 5 -> flow(draw);
            default -> {
                Rule broken = versionTwo(draw);
                yield one("/v1/event", broken.kind(), broken.body());
            }
        };
    }

    /// A body, and the rule that it breaks.
    private record Rule(String kind, String body) {}

    private BadRequest one(String path, String kind, String body) {
        return bad(path, kind, Http.of("POST", path).key(org.keys().fetch()).json(body));
    }

    private static BadRequest bad(String path, String kind, Http http) {
        return new BadRequest(
                "POST " + path, kind, http.bytes(), Expectation.problem(422), Ending.KEEP);
    }

    private Rule versionTwo(Draw draw) {
        String kind =
                draw.of(
                        "version",
                        "eventType",
                        "fetch",
                        "timestamp",
                        "subscriber",
                        "eventData",
                        "duplicate",
                        "unknown fields");
        String version = "2";
        String type = draw.of("\"send\"", "\"click\"", "\"conversion\"");
        String fetch = '"' + goodFetch(draw) + '"';
        String more = "";
        switch (kind) {
            case "version" ->
                    version =
                            draw.of(
                                    "1",
                                    "3",
                                    "\"2\"",
                                    "2.5",
                                    "null",
                                    "true",
                                    "[2]",
                                    "{}",
                                    "-2",
                                    "99999999999999999999");
            case "eventType" -> type = badType(draw);
            case "fetch" -> fetch = badFetch(draw);
            case "timestamp" -> more = ",\"timestamp\":" + badTime(draw);
            case "subscriber" ->
                    more =
                            ",\"subscriber\":"
                                    + draw.of(
                                            "1", "true", "[]", "{}", '"' + "s".repeat(1_025) + '"');
            case "eventData" -> more = ",\"eventData\":" + badData(draw);
            case "unknown fields" -> {
                fetch = badFetch(draw);
                more = draw.unknownFields();
            }
            default -> more = ",\"version\":" + draw.of("1", "null", "\"2\"");
        }
        String body =
                "{\"version\":"
                        + version
                        + ",\"eventType\":"
                        + type
                        + ",\"fetchEventId\":"
                        + fetch
                        + more
                        + "}";
        return new Rule(kind, body);
    }

    private String goodFetch(Draw draw) {
        return org.fetchIds().get(draw.below(org.fetchIds().size()));
    }

    private static String badType(Draw draw) {
        return draw.of(
                "\"fetch\"",
                "\"SEND\"",
                "\"custom\"",
                "\"\"",
                "\"UNKNOWN\"",
                "null",
                "1",
                "[\"send\"]",
                "{}",
                "\"send \"",
                "\"\\u0000\"",
                "\"\\ud800\"",
                '"' + draw.word(300) + '"');
    }

    private String badFetch(Draw draw) {
        String good = goodFetch(draw);
        int at = draw.between("native-".length(), good.length() - 1);
        char flipped = good.charAt(at) == '-' ? '_' : good.charAt(at) == '0' ? '1' : '0';
        return draw.of(
                '"' + good.substring(0, at) + flipped + good.substring(at + 1) + '"',
                '"' + good.substring(0, at) + '"',
                '"' + good + '0' + '"',
                '"' + good.toUpperCase(java.util.Locale.ROOT) + '"',
                '"' + org.foreignFetchId() + '"',
                '"' + draw.word(draw.between(0, 60)) + '"',
                "\"native-00000000-0000-0000-0000-000000000000\"",
                "\"native-\\u0000\\ud800\"",
                "null",
                "7",
                "[\"" + good + "\"]",
                "{\"id\":\"" + good + "\"}");
    }

    private static String badTime(Draw draw) {
        return draw.of(
                "\"now\"",
                "-1",
                "0",
                "1e18",
                "1.5",
                "true",
                "[]",
                "{}",
                "99999999999999",
                "-9223372036854775808",
                "9223372036854775807",
                "99999999999999999999999",
                "\"1700000000000\"");
    }

    private static String badData(Draw draw) {
        return draw.of(
                "1",
                "\"text\"",
                "[]",
                "true",
                "[{}]",
                "{\"z\":\"" + "x".repeat(LARGEST_EVENT_DATA) + "\"}",
                "{\"z\":1e99999}",
                "{\"z\":[{\"y\":1e-99999}]}");
    }

    private BadRequest legacy(Draw draw) {
        boolean name = draw.oneIn(2);
        String id = name ? '"' + goodFetch(draw) + '"' : badFetch(draw);
        String eventName =
                name
                        ? draw.of("1", "\"\"", "\" \"", "[]", "{}", '"' + "n".repeat(257) + '"')
                        : "\"custom thing\"";
        String data = draw.of("", ",\"eventData\":{}", ",\"eventData\":{\"note\":\"x\"}");
        return one(
                "/v1/event",
                "legacy",
                "{\"messageId\":" + id + ",\"eventName\":" + eventName + data + "}");
    }

    private BadRequest offline(Draw draw) {
        boolean data = draw.oneIn(2);
        String id = data ? '"' + goodFetch(draw) + '"' : badFetch(draw);
        String eventData = data ? ",\"eventData\":" + badConversion(draw) : "";
        return one(
                "/v1/event/offlineConversion",
                data ? "eventData" : "fetch",
                "{\"messageId\":" + id + eventData + "}");
    }

    private static String badConversion(Draw draw) {
        String rule =
                draw.of(
                        "\"value\":\"much\"",
                        "\"value\":-1",
                        "\"value\":1e12",
                        "\"value\":\"1e999999999\"",
                        "\"value\":true",
                        "\"value\":[]",
                        "\"value\":\"NaN\"",
                        "\"value\":1e-999999999",
                        "\"cur\":\"DOLLARS\"",
                        "\"cur\":1",
                        "\"cur\":\"\"",
                        "\"cur\":\"€\"",
                        "\"name\":7",
                        "\"conversionName\":\"" + "n".repeat(65) + "\"");
        return draw.oneIn(5) ? badData(draw) : "{" + rule + "}";
    }

    /// A flow event, with words of the user beside what is wrong.
    private BadRequest flow(Draw draw) {
        String type =
                draw.of(
                        "node_visit",
                        "choice_tap",
                        "nlu_match",
                        "flow_complete",
                        "flow_abandon",
                        "handoff_click");
        String bad =
                draw.of(
                        "1",
                        "\"\"",
                        "\"UPPER\"",
                        "null",
                        "[]",
                        "{}",
                        '"' + "n".repeat(33) + '"',
                        "\"" + canaries.words() + " said\"");
        String data =
                draw.of(
                                "{",
                                "{\"nodeId\":" + bad + ",",
                                "{\"nodeId\":\"size\",\"choiceId\":" + bad + ",",
                                "{\"turns\":-1,")
                        + "\"utterance\":\""
                        + canaries.words()
                        + "\",\"nodeId\":"
                        + bad
                        + ",\"lastNodeId\":"
                        + bad
                        + ",\"terminalNodeId\":"
                        + bad
                        + "}";
        String body =
                "{\"version\":2,\"eventType\":\""
                        + type
                        + "\",\"fetchEventId\":\""
                        + org.flowFetchId()
                        + "\",\"eventData\":"
                        + draw.of(data, "\"" + canaries.words() + "\"", "[]")
                        + "}";
        return one("/v1/event", "flow eventData", body);
    }

    private BadRequest tag(Draw draw) {
        Http http =
                Http.of("POST", "/v1/event")
                        .key(org.keys().tag())
                        .header(draw.of("Origin: ", "Referer: ") + FuzzOrg.ORIGIN)
                        .json(FuzzOrg.goodEvent(goodFetch(draw)));
        return new BadRequest(
                "POST /v1/event",
                "tag, no flow event",
                http.bytes(),
                Expectation.problem(403, 429),
                Ending.KEEP);
    }

    private BadRequest batch(Draw draw) {
        int count = draw.oneIn(30) ? draw.between(1, MOST_EVENTS) : draw.between(1, 12);
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String event =
                    draw.oneIn(6)
                            ? draw.of("1", "null", "[]", "\"send\"")
                            : versionTwo(draw).body();
            events.append(i == 0 ? "" : ",").append(event.length() > 2_000 ? "{}" : event);
        }
        Http http =
                Http.of("POST", "/v1/events")
                        .key(org.keys().fetch())
                        .json("{\"events\":[" + events + "]}");
        return new BadRequest(
                "POST /v1/events",
                "all refused",
                http.bytes(),
                Expectation.problem(200).as(Form.REFUSED_RESULTS),
                Ending.KEEP);
    }

    private BadRequest batchBounds(Draw draw) {
        String good = FuzzOrg.goodEvent(goodFetch(draw));
        String events =
                draw.of(
                        "[]",
                        "{}",
                        "null",
                        "1",
                        "\"x\"",
                        "[" + (good + ",").repeat(MOST_EVENTS) + good + "]",
                        good);
        return one("/v1/events", "bounds", draw.oneIn(9) ? good : "{\"events\":" + events + "}");
    }
}
