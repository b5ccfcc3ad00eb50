package io.interlude.local.cluster;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;

/// Asks processes whether they can do their work.
final class Readiness {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /// Whether it can do its work now; a process that is not reached can't.
    boolean of(ChildProcess child) throws InterruptedException {
        if (!child.isAlive()) {
            return false;
        }
        if (child.spec().role() == ProcessRole.BROKER) {
            return Files.exists(child.spec().readyFile());
        }
        HttpRequest request =
                HttpRequest.newBuilder(child.spec().health()).timeout(PATIENCE).build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        }
    }
}
