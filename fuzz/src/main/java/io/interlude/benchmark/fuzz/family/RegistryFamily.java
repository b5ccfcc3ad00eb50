package io.interlude.benchmark.fuzz.family;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.Http;

/// Calls of the schema registry that cannot be done. It refuses in a form of its own, as its
/// clients expect.
record RegistryFamily() implements Family {
    @Override
    public BadRequest next(Draw draw) {
        Http http =
                switch (draw.below(10)) {
                    case 0 -> root(draw);
                    case 1 -> delete(draw);
                    case 2 -> put(draw);
                    case 3, 4, 5 -> post(draw);
                    default -> get(draw);
                };
        String text = new String(http.bytes(), ISO_8859_1);
        String endpoint = text.substring(0, text.indexOf(' ')) + " /registry";
        Expectation expected = Expectation.problem(400, 401, 404, 405, 409, 422).as(Form.REGISTRY);
        return new BadRequest(endpoint, "not in the registry", http.bytes(), expected, Ending.KEEP);
    }

    private static Http get(Draw draw) {
        return Http.of(
                "GET",
                "/registry/"
                        + draw.of(
                                "schemas/ids/",
                                "subjects/ads.clicks-value/versions/",
                                "subjects/",
                                "config/x/",
                                draw.word(5) + "/",
                                "mode/a/b/",
                                "schemas/types/")
                        + draw.of(
                                "999999",
                                "-2",
                                "x",
                                "99999999999999999999",
                                "%00",
                                "%FF",
                                "none/versions/1",
                                draw.word(2_000),
                                "1e1",
                                "..%2F.."));
    }

    private static Http post(Draw draw) {
        String path =
                draw.of(
                        "/registry/subjects/never-made-value/versions",
                        "/registry/subjects/%FF/versions",
                        "/registry/compatibility/subjects/ads.clicks-value/versions/latest",
                        "/registry/subjects/ads.clicks-value/versions",
                        "/registry/subjects/ads.clicks-value");
        String body =
                draw.of(
                        "{\"schema\":\"{}\"}",
                        "{\"schema\":\"nonsense\"}",
                        "{\"schema\":7}",
                        "{}",
                        "[]",
                        "",
                        "{\"schema\":",
                        "null",
                        "{\"schema\":\"\\u0000\"}",
                        "{\"schema\":\"\\\"string\\\"\",\"schemaType\":\"PROTOBUF\"}",
                        "{\"schema\":\"" + "[".repeat(3_000) + "\"}",
                        "[".repeat(3_000),
                        "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"a b\\\",\\\"fields\\\":[]}\"}");
        return Http.of("POST", path).json(body);
    }

    private static Http put(Draw draw) {
        String path =
                draw.of("/registry/config", "/registry/config/ads.clicks-value", "/registry/mode");
        return Http.of("PUT", path)
                .json(
                        draw.of(
                                "{\"compatibility\":\"SOMETIMES\"}",
                                "{\"compatibility\":7}",
                                "{\"mode\":\"x\"}",
                                "[]",
                                "{",
                                ""));
    }

    private static Http delete(Draw draw) {
        return Http.of(
                "DELETE",
                "/registry/"
                        + draw.of(
                                "subjects/never-made-value",
                                "subjects/never-made-value/versions/1",
                                "subjects/never-made-value/versions/x",
                                "subjects/%FF",
                                "schemas/ids/1",
                                "config/never-made-value",
                                "subjects",
                                draw.word(9)));
    }

    /// Its root answers reads; nothing is to be written there.
    private static Http root(Draw draw) {
        return Http.of(draw.of("POST", "PUT", "DELETE"), "/registry").json("{}");
    }
}
