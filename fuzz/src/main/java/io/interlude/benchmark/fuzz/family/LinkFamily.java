package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;

/// Links that browsers follow: conversion pixels that break a rule, and changed click links.
record LinkFamily(FuzzOrg org, Canaries canaries) implements Family {
    @Override
    public BadRequest next(Draw draw) {
        return draw.oneIn(2) ? pixel(draw) : click(draw);
    }

    private BadRequest pixel(Draw draw) {
        String kind = draw.of("name", "value", "cur", "messageId", "bad query", "tag origin");
        String query =
                switch (kind) {
                    case "name" -> draw.of("", "name=", "name=%20", "name=" + "n".repeat(65));
                    case "value" ->
                            "name=buy&value="
                                    + draw.of(
                                            "much",
                                            "-1",
                                            "1e12",
                                            "1e999999999",
                                            "NaN",
                                            "1,5",
                                            "0x1",
                                            "%00",
                                            "9".repeat(41));
                    case "cur" ->
                            "name=buy&cur=" + draw.of("DOLLARS", "1", "%E2%82%AC", "U%20S", "%00");
                    case "messageId" ->
                            "name=buy&messageId="
                                    + draw.of(
                                            org.foreignFetchId(),
                                            "native-x",
                                            "0",
                                            "%ED%A0%80",
                                            draw.word(400));
                    case "bad query" -> draw.of("name=%zz", "%", "name=buy&value=%f", "name=|<>");
                    default -> "name=buy";
                };
        boolean tag = kind.equals("tag origin");
        Http http =
                Http.of(
                        "GET",
                        "/v1/event?"
                                + query
                                + "&key="
                                + (tag ? org.keys().tag() : org.keys().fetch()));
        if (tag && draw.oneIn(2)) {
            http.header("Referer: https://evil.example/" + canaries.words());
        }
        return new BadRequest(
                "GET /v1/event",
                kind,
                http.bytes(),
                Expectation.problem(200).as(Form.GIF),
                Ending.KEEP);
    }

    private BadRequest click(Draw draw) {
        String path = org.clickPaths().get(draw.below(org.clickPaths().size()));
        String token = path.substring("/c/".length());
        int at = draw.below(token.length());
        char other = token.charAt(at) == 'A' ? 'B' : 'A';
        String changed =
                draw.of(
                        token.substring(0, at) + other + token.substring(at + 1),
                        token.substring(0, at) + other + token.substring(at + 1),
                        token.substring(0, token.length() - 1)
                                + (char) (token.charAt(token.length() - 1) ^ 1),
                        token.substring(0, Math.max(at, 1)),
                        token + draw.of("A", "=", "==", "%00", "%20", ".", "?"),
                        "%20" + token,
                        token.substring(0, at) + "%FF" + token.substring(at),
                        draw.word(token.length()),
                        draw.word(draw.between(1, 9_000)));
        boolean why = draw.oneIn(3);
        boolean head = draw.oneIn(3);
        String method = !head ? "GET" : why ? "POST" : "HEAD";
        String link = why ? "/w/" : "/c/";
        Expectation expected = Expectation.problem(404);
        if (changed.endsWith("?")) {
            changed = changed.substring(0, changed.length() - 1) + "A?" + token;
        }
        return new BadRequest(
                method + ' ' + link + "{token}",
                "changed token",
                Http.of(method, link + changed).bytes(),
                method.equals("HEAD") ? expected.as(Form.NONE) : expected,
                Ending.KEEP);
    }
}
