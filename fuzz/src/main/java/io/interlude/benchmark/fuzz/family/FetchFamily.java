package io.interlude.benchmark.fuzz.family;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;

/// Fetches that break one rule of theirs, most with a context beside it.
record FetchFamily(FuzzOrg org, Canaries canaries) implements Family {
    private static final String PATH = "/v1/fetch/v2";

    @Override
    public BadRequest next(Draw draw) {
        return draw.oneIn(3) ? get(draw) : post(draw);
    }

    private BadRequest post(Draw draw) {
        String kind =
                draw.of(
                        "format",
                        "adFormat",
                        "adUnit",
                        "type",
                        "attributes",
                        "tag origin",
                        "duplicate",
                        "unknown fields");
        String rule =
                switch (kind) {
                    case "format" -> "\"format\":" + badFormat(draw);
                    case "adFormat" ->
                            draw.of(
                                    "\"adFormat\":\"flow\"",
                                    "\"adFormat\":\"Card\"",
                                    "\"adFormat\":\"Flow\",\"format\":\"sms\"");
                    case "adUnit" ->
                            draw.of("\"adUnit\":", "\"moment\":")
                                    + draw.of(
                                            "\"no-such\"",
                                            "\"__SANDBOX__\"",
                                            "\"\\u0000\"",
                                            "\"\\ud800\"",
                                            '"' + draw.word(3_000) + '"');
                    case "type" ->
                            '"'
                                    + draw.of("adUnit", "moment", "format", "subscriber")
                                    + "\":"
                                    + draw.of("1", "true", "[]", "{}", "[\"unit\"]", "1e999999");
                    case "duplicate" -> "\"format\":\"native\",\"format\":" + badFormat(draw);
                    case "unknown fields" -> "\"format\":\"html\"" + draw.unknownFields();
                    case "attributes" -> "\"attributes\":" + badAttributes(draw);
                    default -> "\"adUnit\":\"unit\"";
                };
        String body = "{" + rule + context(draw) + "}";
        boolean tag = kind.equals("tag origin");
        Http http =
                Http.of("POST", PATH).key(tag ? org.keys().tag() : org.keys().fetch()).json(body);
        if (tag) {
            http.header(
                    draw.of(
                            "Origin: null",
                            "Origin: https://evil.example",
                            "Referer: x",
                            "X: y",
                            "Origin: " + FuzzOrg.ORIGIN + ".evil.example"));
        }
        int status = kind.equals("adUnit") ? 404 : tag ? 403 : 400;
        return bad("POST", kind, http, status);
    }

    private BadRequest get(Draw draw) {
        String kind = draw.of("format", "adFormat", "adUnit", "bad query");
        String query =
                switch (kind) {
                    case "format" ->
                            "format=" + draw.of("Native", "html", "Flow", "%00", "%F0%9F%98%80");
                    case "adFormat" -> "adFormat=" + draw.of("flow", "Card", "Flow&format=sms");
                    case "adUnit" ->
                            draw.of("adUnit=", "moment=")
                                    + draw.of("no-such", "%ED%A0%80", "%00", "a".repeat(5_000));
                    default ->
                            "adUnit=no-such&"
                                    + draw.of("%zz", "a=%", "a=%f", "|=<>", "context=%GG");
                };
        String context = "&context=" + encode(canaries.context() + ' ' + draw.word(20), UTF_8);
        Http http = Http.of("GET", PATH + "?" + query + context).key(org.keys().fetch());
        BadRequest bad = bad("GET", kind, http, kind.equals("adUnit") ? 404 : 400);
        return kind.equals("bad query")
                ? new BadRequest(
                        bad.endpoint(), kind, bad.bytes(), bad.expected().or(404), bad.ending())
                : bad;
    }

    private static BadRequest bad(String method, String kind, Http http, int status) {
        return new BadRequest(
                method + ' ' + PATH, kind, http.bytes(), Expectation.problem(status), Ending.KEEP);
    }

    private static String badFormat(Draw draw) {
        return draw.of(
                "\"html\"",
                "\"Native\"",
                "\"Flow\"",
                "\"\\u0000\"",
                "\"native \"",
                '"' + draw.word(2_000) + '"');
    }

    private static String badAttributes(Draw draw) {
        return draw.of(
                "1",
                "\"x\"",
                "[]",
                "true",
                "{\"a\":{}}",
                "{\"a\":[1]}",
                "{\"a\":[[]]}",
                "{\"a\":1e999999999}",
                "{\"a\":1e-999999999}",
                "{\"a\":[\"x\",null]}",
                "{\"a\":{\"b\":{\"c\":[]}}}");
    }

    /// Good or malformed, which makes no difference to a fetch.
    private String context(Draw draw) {
        String text = '"' + canaries.context() + ' ' + draw.word(draw.between(0, 400)) + '"';
        String value =
                draw.of(
                        text,
                        "[{\"role\":\"user\",\"text\":" + text + "}]",
                        "[{\"text\":[" + text + "]}]",
                        "{\"text\":" + text + "}",
                        "[" + text + "]",
                        "[[" + text + "]]",
                        "7");
        return draw.oneIn(5) ? "" : ",\"context\":" + value;
    }
}
