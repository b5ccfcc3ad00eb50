package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Target;
import io.interlude.benchmark.hostile.scene.Victim;
import io.interlude.benchmark.hostile.scene.Wire;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Many connections that take or give little.
final class ConnectionAttacks {
    private static final int BODIES = 800;
    private static final int BODY_BYTES = 1 << 20;
    private static final int HEADERS = 1_000;
    private static final int STREAMS = 550;
    private static final int PIPELINED = 2_000;

    private ConnectionAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "unfinished-bodies-tag",
                        "800 bodies of 1 MiB less one byte by a tag take nothing from others",
                        scene -> unfinished(scene, scene.org().tag(), false)),
                new Attack(
                        "unfinished-bodies-no-key",
                        "the same without a key",
                        scene -> unfinished(scene, "", false)),
                new Attack(
                        "unfinished-bodies-fetch-key",
                        "the same by a fetch key",
                        scene -> unfinished(scene, scene.org().fetch(), false)),
                new Attack(
                        "unfinished-bodies-chunked",
                        "the same in chunks",
                        scene -> unfinished(scene, scene.org().tag(), true)),
                new Attack(
                        "unfinished-imports",
                        "80 imports of 8 MiB less one byte take nothing from others",
                        ConnectionAttacks::imports),
                new Attack(
                        "slow-headers",
                        "1,000 requests that send a header a second take nothing from others",
                        ConnectionAttacks::slowHeaders),
                new Attack(
                        "live-streams",
                        "550 streams of one read key leave console, embed, reports and management",
                        ConnectionAttacks::liveStreams),
                new Attack(
                        "pipelining",
                        "32 connections with 2,000 requests each whose answers nobody reads",
                        ConnectionAttacks::pipelining));
    }

    private static void unfinished(Scene scene, String key, boolean chunked)
            throws InterruptedException {
        byte[] part = new byte[BODY_BYTES - 1];
        Arrays.fill(part, (byte) ' ');
        part[0] = '{';
        String framing =
                chunked
                        ? "Transfer-Encoding: chunked\r\n\r\n"
                                + Integer.toHexString(BODY_BYTES)
                                + "\r\n"
                        : "Content-Length: " + BODY_BYTES + "\r\n\r\n";
        String head = scene.api().head("POST", "/v1/events", key);
        byte[] begin = Wire.text(head + "Content-Type: application/json\r\n" + framing);
        hold(scene, BODIES, begin, part);
    }

    private static void imports(Scene scene) throws IOException, InterruptedException {
        byte[] part = new byte[(8 << 20) - 2];
        Arrays.fill(part, (byte) ' ');
        String head =
                scene.api().head("PUT", "/v1/manage/catalogue?dryRun=true", scene.org().mgmt());
        String framing =
                "Content-Type: application/json\r\nContent-Length: " + (8 << 20) + "\r\n\r\n";
        hold(scene, 80, Wire.text(head + framing), part);
    }

    /// Sends all of them from a few threads, since the product may stop reading.
    private static void hold(Scene scene, int count, byte[]... parts) throws InterruptedException {
        try (Wire wire = new Wire(scene)) {
            Thread sender =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                for (int i = 0; i < count && scene.timeLeft(); i++) {
                                    wire.open(parts);
                                }
                            });
            scene.pauseUntilEnd();
            sender.interrupt();
        }
    }

    private static void slowHeaders(Scene scene) throws InterruptedException {
        try (Wire wire = new Wire(scene)) {
            for (int i = 0; i < HEADERS && scene.timeLeft(); i++) {
                wire.open(Wire.text("POST /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"));
            }
            while (scene.timeLeft()) {
                wire.sendOnEach("X-A: b\r\n");
                Target.pause(1_000);
            }
        }
    }

    private static void liveStreams(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        Victim victim = scene.victim();
        try (Wire wire = new Wire(scene)) {
            for (int i = 0; i < STREAMS && scene.timeLeft(); i++) {
                wire.open(
                        scene.api()
                                .bytes(
                                        "GET",
                                        "/v1/reports/live",
                                        org.read(),
                                        "",
                                        new byte[0],
                                        "Accept: text/event-stream"));
            }
            while (scene.timeLeft()) {
                for (String path :
                        List.of(
                                "/console",
                                "/embed/interlude.js",
                                "/v1/reports?granularity=total",
                                "/v1/manage/line-items",
                                "/v1/manage/catalogue",
                                "/v1/journal?limit=10")) {
                    Answer answer = scene.api().get(path, victim.managementKey());
                    scene.require(
                            answer.status() / 100 <= 3 && answer.status() > 0,
                            path + " of the victim: " + answer.said());
                }
                Target.pause(500);
            }
        }
    }

    private static void pipelining(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        scene.parallel(
                32,
                32,
                n -> {
                    String path = n % 2 == 0 ? "/openapi.json" : "/v1/reports?granularity=total";
                    String head =
                            scene.api()
                                    .head("GET", path, n % 2 == 0 ? "" : org.read())
                                    .replace("Connection: close\r\n", "");
                    byte[] request = Wire.text(head + "\r\n");
                    try (Socket socket = scene.api().open()) {
                        Thread sender =
                                Thread.ofPlatform().daemon().start(() -> repeat(socket, request));
                        while (scene.timeLeft() && sender.isAlive()) {
                            LockSupport.parkNanos(100_000_000);
                        }
                        scene.countUnanswered(PIPELINED);
                    }
                });
    }

    private static void repeat(Socket socket, byte[] request) {
        try {
            for (int i = 0; i < PIPELINED; i++) {
                socket.getOutputStream().write(request);
            }
        } catch (IOException _) {
            // Closed, or no longer read.
        }
    }
}
