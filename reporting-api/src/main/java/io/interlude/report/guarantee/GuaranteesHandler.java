package io.interlude.report.guarantee;

import io.interlude.web.page.StaticFile;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/// `GET /v1/guarantees`: for caps, budgets, goals and the like the bound that holds on one instance
/// and on several, in ordinary running, while Kafka is away and after a kill, each with the tests
/// and harnesses that hold it. The same for everybody, so it asks for no key.
public final class GuaranteesHandler implements RouteGroup {
    private static final String NAME = "guarantees.json";
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Cache-Control", "no-cache",
                    "X-Content-Type-Options", "nosniff",
                    "Access-Control-Allow-Origin", "*");

    @Override
    public void register(RouteTable routes) {
        StaticFile.of(NAME, content()).serve(routes, "/v1/guarantees", HEADERS);
    }

    static byte[] content() {
        try (InputStream file = GuaranteesHandler.class.getResourceAsStream("/" + NAME)) {
            return Objects.requireNonNull(file, NAME).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
