package io.interlude.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.console.OperatorSessionHandler;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.session.Sessions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

final class OperatorSessionHandlerIT {
    private static final String PATH = "/console/operator/session";
    private static final String GUARDED = "/v1/operator/orgs";
    private static final String TOKEN = "correct-horse-battery";
    private static final String BEARER = "Bearer " + TOKEN;
    private static final SigningKeys SECRETS = new SigningKeys(List.of(new byte[32]));

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-03-01T10:00:00Z"));
    private final InstantSource clock = now::get;
    private final EndedSessions ended =
            new EndedSessions(clock, _ -> CompletableFuture.completedFuture(null));
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpEndpoint server;

    @BeforeEach
    void start() {
        server = serverWith(TOKEN, SECRETS, 0);
    }

    /// A process of its own with the same topic of ended sessions.
    private HttpEndpoint serverWith(String token, SigningKeys secrets, int wrongPerSecond) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        OperatorToken known = new OperatorToken(token);
        OperatorSessions sessions = new OperatorSessions(known.sha256(), ended, secrets, clock);
        OperatorGate gate = new OperatorGate(known, sessions, wrongPerSecond, meters);
        RouteGroup guarded =
                routes -> {
                    for (String method : List.of("GET", "POST", "PATCH")) {
                        routes.handle(
                                HttpMethod.valueOf(method),
                                GUARDED,
                                request -> {
                                    gate.require(request);
                                    return Answers.empty(204);
                                });
                    }
                };
        HttpEndpoint made =
                LoopbackServer.of(
                        List.of(new OperatorSessionHandler(gate, sessions), guarded), meters);
        made.start();
        return made;
    }

    @AfterEach
    void stop() {
        server.stop();
        client.close();
    }

    private HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> signIn(String... more) {
        Map<String, String> headers = new HashMap<>(Map.of("Authorization", BEARER));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        String[] all =
                headers.entrySet().stream()
                        .flatMap(each -> List.of(each.getKey(), each.getValue()).stream())
                        .toArray(String[]::new);
        HttpResponse<String> made = send("POST", PATH, all);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return made;
    }

    private static String setCookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow();
    }

    private static String cookie(HttpResponse<String> answer) {
        return setCookie(answer).replaceFirst(";.*", "");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }

    private static String csrf(HttpResponse<String> answer) {
        return json(answer).path("csrfToken").asString();
    }

    /// Status, and the reason where there is one.
    private String outcome(String method, String path, String... headers) {
        HttpResponse<String> answer = send(method, path, headers);
        String reason = answer.body().isEmpty() ? "" : json(answer).path("reason").asString();
        return (answer.statusCode() + " " + reason).strip();
    }

    @Test
    void theTokenIsExchangedForACookieThatNoScriptReads() {
        HttpResponse<String> made = signIn();

        assertThat(setCookie(made))
                .startsWith("interlude_operator=")
                .contains("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=3600")
                .doesNotContain("Secure", TOKEN);
        assertThat(made.body()).doesNotContain(TOKEN);
        assertThat(json(made).path("expiresAt").asString()).isEqualTo("2026-03-01T11:00:00Z");
        assertThat(json(send("GET", PATH, "Cookie", cookie(made)))).isEqualTo(json(made));
        assertThat(setCookie(signIn("X-Forwarded-Proto", "https"))).contains("; Secure");
    }

    @Test
    void everyWayInGetsItsAnswer() {
        HttpResponse<String> made = signIn();
        HttpResponse<String> other = signIn();
        String cookie = cookie(made);
        FixedKeys keys = new FixedKeys();
        String ofAnOrg =
                keys.sessions().begin(new OrgId("org-1"), Sessions.holderOf("il_mgmt_1")).cookie();

        for (String method : List.of("GET", "POST", "PATCH")) {
            boolean reads = method.equals("GET");
            assertThat(outcome(method, GUARDED)).isEqualTo("401 missing_api_key");
            assertThat(outcome(method, GUARDED, "Authorization", BEARER)).isEqualTo("204");
            assertThat(outcome(method, GUARDED, "Authorization", "Bearer il_mgmt_1"))
                    .isEqualTo("401 invalid_api_key");
            assertThat(outcome(method, GUARDED, "Cookie", cookie, "X-CSRF-Token", csrf(made)))
                    .isEqualTo("204");
            assertThat(outcome(method, GUARDED, "Cookie", cookie))
                    .isEqualTo(reads ? "204" : "403 csrf_token");
            assertThat(outcome(method, GUARDED, "Cookie", cookie, "X-CSRF-Token", csrf(other)))
                    .isEqualTo(reads ? "204" : "403 csrf_token");
            // What brings a key is judged by it alone.
            assertThat(
                            outcome(
                                    method,
                                    GUARDED,
                                    "Cookie",
                                    cookie,
                                    "X-CSRF-Token",
                                    csrf(made),
                                    "Authorization",
                                    "Bearer il_mgmt_1"))
                    .isEqualTo("401 invalid_api_key");
            assertThat(outcome(method, GUARDED, "Cookie", "interlude_operator=" + ofAnOrg))
                    .isEqualTo("401 invalid_session");
            assertThat(outcome(method, GUARDED, "Cookie", "interlude_session=" + ofAnOrg))
                    .isEqualTo("401 missing_api_key");
        }
        assertThat(keys.sessions().find(cookie.replaceFirst(".*?=", ""))).isEmpty();
    }

    @Test
    void aSignInNeverTakesOverACookieThatWasThere() {
        HttpResponse<String> planted = signIn();

        assertThat(cookie(signIn("Cookie", cookie(planted)))).isNotEqualTo(cookie(planted));
        assertThat(outcome("POST", PATH, "Cookie", cookie(planted), "X-CSRF-Token", csrf(planted)))
                .isEqualTo("401 missing_api_key");
    }

    @Test
    void aSignedOutSessionIsOverForWhoeverKeptItsCookie() {
        HttpResponse<String> made = signIn();
        String kept = cookie(made);

        assertThat(outcome("DELETE", PATH, "Cookie", kept)).isEqualTo("403 csrf_token");
        HttpResponse<String> out = send("DELETE", PATH, "Cookie", kept, "X-CSRF-Token", csrf(made));
        assertThat(out.statusCode()).isEqualTo(204);
        assertThat(setCookie(out)).startsWith("interlude_operator=;").contains("Max-Age=0");

        assertThat(outcome("GET", PATH, "Cookie", kept)).isEqualTo("401 invalid_session");
        assertThat(outcome("GET", GUARDED, "Cookie", kept)).isEqualTo("401 invalid_session");
        assertThat(outcome("DELETE", PATH)).isEqualTo("401 invalid_session");
        assertThat(outcome("GET", PATH)).isEqualTo("204");
    }

    @Test
    void aSessionEndsByItselfWithAnotherTokenAndWithItsSigningSecret() {
        String cookie = cookie(signIn());

        server.stop();
        server = serverWith(TOKEN, SECRETS, 0);
        assertThat(outcome("GET", GUARDED, "Cookie", cookie)).isEqualTo("204");
        server.stop();
        server = serverWith("another-token-now", SECRETS, 0);
        assertThat(outcome("GET", GUARDED, "Cookie", cookie)).isEqualTo("401 invalid_session");
        server.stop();
        byte[] secret = new byte[32];
        secret[0] = 1;
        server = serverWith(TOKEN, new SigningKeys(List.of(secret)), 0);
        assertThat(outcome("GET", GUARDED, "Cookie", cookie)).isEqualTo("401 invalid_session");
        server.stop();
        server = serverWith(TOKEN, SECRETS, 0);
        now.set(now.get().plus(Duration.ofHours(1)));
        assertThat(outcome("GET", GUARDED, "Cookie", cookie)).isEqualTo("401 invalid_session");
    }

    @Test
    void whoGuessesTheTokenWaits() {
        server.stop();
        server = serverWith(TOKEN, SECRETS, 1);

        assertThat(outcome("POST", PATH, "Authorization", "Bearer wrong"))
                .isEqualTo("401 invalid_api_key");
        assertThat(outcome("POST", PATH, "Authorization", BEARER)).isEqualTo("429 rate_limited");
    }

    @Test
    void everyChangedByteOfACookieEndsIt() {
        String cookie = cookie(signIn());
        OperatorSessions sessions =
                new OperatorSessions(new OperatorToken(TOKEN).sha256(), ended, SECRETS, clock);
        String value = cookie.replaceFirst(".*?=", "");

        assertThat(sessions.find(value)).isPresent();
        for (int i = 0; i < value.length(); i++) {
            char other = value.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(sessions.find(value.substring(0, i) + other + value.substring(i + 1)))
                    .isEmpty();
        }
    }
}
