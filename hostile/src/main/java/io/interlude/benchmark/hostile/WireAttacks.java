package io.interlude.benchmark.hostile;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import io.interlude.benchmark.hostile.scene.Bodies;
import io.interlude.benchmark.hostile.scene.Org;
import io.interlude.benchmark.hostile.scene.Scene;
import io.interlude.benchmark.hostile.scene.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Headers and framing that a strict server refuses.
final class WireAttacks {
    private static final int CRAFTED_BYTES = 15_000;
    private static final int REQUESTS_EACH = 60;
    private static final double CRAFTED_MILLIS = 10;

    private WireAttacks() {}

    static List<Attack> all() {
        return List.of(
                new Attack(
                        "host-foreign",
                        "another host than ours is refused, with and without a key",
                        WireAttacks::foreignHosts),
                new Attack(
                        "host-missing-or-two",
                        "a request without a Host, or with two, is 400",
                        WireAttacks::hosts),
                new Attack(
                        "framing",
                        "an unknown Transfer-Encoding, two lengths, and length beside chunks are"
                                + " refused",
                        WireAttacks::framing),
                new Attack(
                        "accept-encoding",
                        "a crafted Accept-Encoding takes less than 10 ms more than none",
                        WireAttacks::acceptEncoding),
                new Attack(
                        "zip-bomb",
                        "a compressed body is refused, and never inflated",
                        WireAttacks::zipBomb));
    }

    private static void foreignHosts(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        List<String> hosts =
                List.of("evil.example.com", "evil.example.com:" + scene.api().base().getPort());
        for (String host : hosts) {
            for (String path : List.of("/registry/subjects", "/console", "/openapi.json")) {
                scene.refused(plain(scene, path, "Host: " + host), path + " of " + host);
            }
            scene.refused(
                    plain(
                            scene,
                            "/v1/manage/line-items",
                            "Host: " + host,
                            "Authorization: Bearer " + org.mgmt()),
                    "line items of " + host);
            scene.refused(
                    plain(scene, "http://" + host + "/registry/subjects", "Host: " + host),
                    "absolute form of " + host);
        }
        int port = scene.api().base().getPort();
        for (String host : List.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port)) {
            scene.good(plain(scene, "/registry/subjects", "Host: " + host), "our own host " + host);
        }
    }

    private static Answer plain(Scene scene, String path, String... headers) {
        String head = "GET " + path + " HTTP/1.1\r\nConnection: close\r\n";
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return scene.api().exchange(Wire.text(head + lines + "\r\n"));
    }

    private static void hosts(Scene scene) {
        String own = "Host: " + scene.api().base().getAuthority();
        for (String path : List.of("/openapi.json", "/registry/subjects")) {
            scene.refused(plain(scene, path), path + " without a Host");
            scene.refused(plain(scene, path, own, own), path + " with two Hosts");
            scene.refused(
                    plain(scene, path, own, "Host: evil.example.com"), path + ", one foreign");
            scene.refused(plain(scene, path, "Host: a b"), path + " with a broken Host");
        }
    }

    private static void framing(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        String body = Org.GOLD;
        String chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
        String length = "Content-Length: " + body.length() + "\r\n";
        List<String> framings =
                List.of(
                        "Transfer-Encoding: gzip\r\n|" + body,
                        "Transfer-Encoding: foo\r\n" + length + "|" + body,
                        "Transfer-Encoding: foo\r\n|" + chunks,
                        "Transfer-Encoding: chunked, foo\r\n|" + chunks,
                        "Transfer-Encoding: foo, chunked\r\n|" + chunks,
                        "Transfer-Encoding: xchunked\r\n" + length + "|" + body,
                        "Transfer-Encoding: chunked\r\n" + length + "|" + chunks,
                        length + "Content-Length: 1\r\n|" + body,
                        "Content-Length: +5\r\n|" + body,
                        "Content-Length: " + body.length() + ", 1\r\n|" + body,
                        "Transfer-Encoding : chunked\r\n|" + chunks);
        for (String framing : framings) {
            String[] parts = framing.split("\\|", 2);
            String head = scene.api().head("POST", "/v1/fetch/v2", org.fetch());
            String type = "Content-Type: application/json\r\n";
            scene.refused(
                    scene.api().exchange(Wire.text(head + type + parts[0] + "\r\n" + parts[1])),
                    parts[0].strip().replace("\r\n", " and "));
        }
    }

    private static void acceptEncoding(Scene scene) throws InterruptedException {
        List<String> crafted =
                List.of(
                        Bodies.elements(CRAFTED_BYTES, "gzip;q=0.0001"),
                        Bodies.elements(CRAFTED_BYTES, "a"),
                        Bodies.elements(CRAFTED_BYTES, ";"),
                        "gzip;q=" + "1".repeat(CRAFTED_BYTES),
                        "gzip" + " ".repeat(CRAFTED_BYTES) + ";q=1",
                        Bodies.elements(CRAFTED_BYTES, "*;q=0"));
        for (String header : crafted) {
            double plain = median(scene, "Accept-Encoding: gzip");
            double millis = median(scene, "Accept-Encoding: " + header);
            scene.require(
                    millis < plain + CRAFTED_MILLIS,
                    "%s… took %.0f ms, plain %.0f"
                            .formatted(header.substring(0, 16).strip(), millis, plain));
        }
        scene.parallel(
                4,
                2_000,
                n ->
                        scene.sane(
                                scene.api()
                                        .send(
                                                "GET",
                                                "/openapi.json",
                                                "",
                                                "",
                                                "Accept-Encoding: "
                                                        + crafted.get(n % crafted.size())),
                                "Accept-Encoding"));
    }

    private static double median(Scene scene, String header) {
        double[] millis = new double[REQUESTS_EACH / 2];
        for (int i = 0; i < millis.length; i++) {
            Answer answer = scene.api().send("GET", "/embed/interlude.json", "", "", header);
            millis[i] = scene.sane(answer, "Accept-Encoding").millis();
        }
        Arrays.sort(millis);
        return millis[millis.length / 2];
    }

    private static void zipBomb(Scene scene) throws IOException, InterruptedException {
        Org org = scene.org();
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            byte[] blanks = new byte[1 << 20];
            Arrays.fill(blanks, (byte) ' ');
            for (int i = 0; i < 64; i++) {
                out.write(blanks);
            }
            out.write(Wire.text(Org.GOLD));
        }
        for (String path :
                List.of("/v1/fetch/v2", "/v1/events", "/v1/manage/catalogue?dryRun=true")) {
            String method = path.startsWith("/v1/manage") ? "PUT" : "POST";
            for (String encoding : List.of("gzip", "gzip, gzip", "deflate", "br")) {
                byte[] request =
                        scene.api()
                                .bytes(
                                        method,
                                        path,
                                        org.mgmt(),
                                        "application/json",
                                        zipped.toByteArray(),
                                        "Content-Encoding: " + encoding);
                scene.refused(scene.api().exchange(request), path + " as " + encoding);
            }
        }
    }
}
