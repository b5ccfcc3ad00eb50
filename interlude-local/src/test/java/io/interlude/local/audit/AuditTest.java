package io.interlude.local.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.interlude.local.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
    private static final String RUNNING =
            "{\"id\": \"a\", \"status\": \"running\", \"progress\": 0.5}";

    @TempDir private Path folder;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final List<String> asked = new ArrayList<>();
    private HttpServer product;
    private String found = "";

    @BeforeEach
    void start() throws IOException {
        product = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        product.createContext(
                "/v1/audits",
                exchange -> {
                    asked.add(
                            new String(
                                    exchange.getRequestBody().readAllBytes(),
                                    StandardCharsets.UTF_8));
                    boolean post = exchange.getRequestMethod().equals("POST");
                    byte[] body = (post ? RUNNING : found).getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(post ? 202 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        product.start();
    }

    @AfterEach
    void stop() {
        product.stop(0);
    }

    @Test
    void endsWithZeroWhenNothingDiffers() throws Exception {
        // given
        found =
                """
                {"id": "a", "status": "passed", "progress": 1, "records": 7, "cells": 3,
                 "changingCells": 0, "differenceCount": 0, "from": "f", "to": "t"}\
                """;

        // when
        int exitCode = run("--from", "2026-03-01T10:00:00+01:00", "--key", "k");

        // then
        assertThat(exitCode).isZero();
        assertThat(asked.getFirst()).isEqualTo("{\"from\":\"2026-03-01T09:00:00Z\"}");
        assertThat(text())
                .contains(" 50 %", "100 %")
                .contains("passed: 7 records, 3 cells (0 changing), 0 differences, f to t");
    }

    @Test
    void endsWithOneAndATableWhenSomethingDiffers() throws Exception {
        // given
        found =
                """
                {"id": "a", "status": "failed", "progress": 1, "differenceCount": 1,
                 "differences": [{"granularity": "minute", "start": "s", "metric": "clicks",
                   "served": 2, "replayed": 1, "cause": "cell_changed", "lineItem": "shoes"}]}\
                """;

        // when
        int exitCode = run("--key", "k");

        // then
        assertThat(exitCode).isEqualTo(1);
        assertThat(text().lines().map(line -> line.replaceAll(" +", " ")))
                .contains("minute s clicks 2 1 cell_changed lineItem=shoes");
    }

    @Test
    void endsWithOneAndATableWhenTheJournalIsNotAsItWasSealed() throws Exception {
        // given
        found =
                """
                {"id": "a", "status": "failed", "progress": 1, "differenceCount": 0, "differences": [],
                 "manifests": {"verified": 5, "unsealed": 2, "notAvailable": 0, "brokenCount": 1,
                   "broken": [{"topic": "ads.clicks", "partition": 3, "hour": "h", "firstOffset": 7,
                     "lastOffset": 9, "problem": "altered", "description": "d"}]}}\
                """;

        // when
        int exitCode = run("--key", "k");

        // then
        assertThat(exitCode).isEqualTo(1);
        assertThat(text().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "manifests: 5 verified, 1 broken, 2 hours not sealed yet, 0 no longer available",
                        "h ads.clicks 3 7 9 altered");
    }

    @Test
    void endsWithTwoWhenThereIsNoAudit() throws Exception {
        assertThat(run("--what")).isEqualTo(2);
        assertThat(run("--from", "yesterday", "--key", "k")).isEqualTo(2);
        assertThat(run("--to")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(text()).contains("Unknown option --what", "No demo keys in the folder");
        product.stop(0);
        assertThat(run("--key", "k")).isEqualTo(2);
    }

    private int run(String... options) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(0, List.of("--url", "http://127.0.0.1:" + product.getAddress().getPort()));
        return Audit.run(
                arguments,
                Map.of("INTERLUDE_DATA", folder.toString()),
                Terminal.into(new PrintStream(shown, true, StandardCharsets.UTF_8)));
    }

    private String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
