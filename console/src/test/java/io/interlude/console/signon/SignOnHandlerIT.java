package io.interlude.console.signon;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.UserChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.web.access.RateLimits;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.Session;
import io.interlude.web.session.Sessions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.MockWebServerWrapper;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.KeyProvider;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Against an OpenID provider on a port of its own.
class SignOnHandlerIT {
    private static final String CLIENT = "interlude";
    private static final String COOKIE = "interlude_sign_on";
    private static final String SIGNED_ON_COOKIE = "interlude_signed_on";

    private final HttpClient browser = HttpClient.newHttpClient();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Sessions sessions =
            new Sessions(
                    new KeyRing(),
                    new People(),
                    new EndedSessions(
                            InstantSource.system(), _ -> CompletableFuture.completedFuture(null)),
                    new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES])),
                    InstantSource.system());

    private final ChangingKeys keys = new ChangingKeys();
    private MockOAuth2Server provider =
            new MockOAuth2Server(
                    new OAuth2Config(
                            false,
                            null,
                            null,
                            false,
                            new OAuth2TokenProvider(keys),
                            Set.of(),
                            new MockWebServerWrapper()));
    private @Nullable HttpEndpoint console;

    @BeforeEach
    void startProvider() {
        provider.start();
    }

    @AfterEach
    void stop() {
        provider.shutdown();
        if (console != null) {
            console.stop();
        }
        browser.close();
    }

    private void startConsole() {
        startConsole(
                new OidcSettings(URI.create(provider.issuerUrl("it").toString()), CLIENT, null));
    }

    private void startConsole(@Nullable OidcSettings settings) {
        console =
                LoopbackServer.of(
                        List.of(
                                new SignOnHandler(
                                        settings,
                                        sessions,
                                        new People(),
                                        new RateLimits(RateLimits.Defaults.NONE, meters))),
                        meters);
        console.start();
    }

    @Test
    void thePersonWhomTheProviderVouchesForIsSignedIn() {
        startConsole();
        provider.enqueueCallback(vouchedFor("Ann@example.com", true));

        HttpResponse<String> begun = get("/console/oidc", "");
        assertThat(begun.statusCode()).isEqualTo(302);
        assertThat(location(begun))
                .startsWith(provider.authorizationEndpointUrl("it").toString())
                .contains("response_type=code", "client_id=interlude", "scope=openid%20email")
                .contains("code_challenge_method=S256", "state=", "nonce=");
        assertThat(begun.headers().allValues("Set-Cookie"))
                .singleElement()
                .asString()
                .contains("Path=/console/oidc", "HttpOnly", "SameSite=Lax", "Max-Age=600");
        HttpResponse<String> ended = get(callback(begun), cookie(begun));

        assertThat(location(ended)).isEqualTo("/console");
        assertThat(ended.headers().allValues("Set-Cookie"))
                .anyMatch(given -> given.startsWith(COOKIE + "=;") && given.contains("Max-Age=0"))
                .anyMatch(given ->
                        given.startsWith(Sessions.COOKIE) && given.contains("SameSite=Strict"));
        Session session = session(ended).orElseThrow();
        assertThat(session.orgId()).isEqualTo(new OrgId("org-1"));
        assertThat(session.holder()).isEqualTo(new Session.Holder.Person("u-ann"));
    }

    @Test
    void signingOutEndsTheSessionAtTheProviderToo() {
        startConsole();
        provider.enqueueCallback(vouchedFor("ann@example.com", true));
        HttpResponse<String> begun = get("/console/oidc", "");
        HttpResponse<String> signedOn = get(callback(begun), cookie(begun));
        String kept =
                signedOn.headers().allValues("Set-Cookie").stream()
                        .filter(given -> given.startsWith(SIGNED_ON_COOKIE))
                        .findFirst()
                        .orElseThrow();
        assertThat(kept)
                .contains("Path=/console/oidc", "HttpOnly", "SameSite=Strict", "Max-Age=43200");

        // when
        HttpResponse<String> out = get("/console/oidc/sign-out", kept.replaceFirst(";.*", ""));

        // then: the provider knows whose session it is, and where to go from there
        assertThat(location(out))
                .startsWith(provider.endSessionEndpointUrl("it").toString())
                .contains("client_id=interlude", "id_token_hint=" + value(kept));
        assertThat(out.headers().allValues("Set-Cookie"))
                .anyMatch(given -> given.startsWith(SIGNED_ON_COOKIE + "=;"));
        URI back = URI.create(location(send(URI.create(location(out)), "")));
        assertThat(back.getPath()).isEqualTo("/console");
        assertThat(back.getPort()).isEqualTo(console == null ? 0 : console.port());
    }

    @Test
    void whoCameInAnotherWayHasNothingToEndAtTheProvider() {
        startConsole();

        assertThat(location(get("/console/oidc/sign-out", ""))).isEqualTo("/console");
    }

    @Test
    void aProviderThatIsAwayHoldsUpNoSignOut() {
        startConsole();
        provider.shutdown();

        assertThat(location(get("/console/oidc/sign-out", SIGNED_ON_COOKIE + "=-")))
                .isEqualTo("/console");
    }

    @Test
    void aProviderThatAnnouncesNoEndOfSessionsIsLeftAlone() {
        HttpEndpoint silent =
                LoopbackServer.of(
                        List.<RouteGroup>of(routes ->
                                routes.handle(
                                        HttpMethod.GET,
                                        "/.well-known/openid-configuration",
                                        SignOnHandlerIT::configurationWithoutAnEnd)),
                        new SimpleMeterRegistry());
        silent.start();
        startConsole(
                new OidcSettings(URI.create("http://127.0.0.1:" + silent.port()), CLIENT, null));

        assertThat(location(get("/console/oidc/sign-out", SIGNED_ON_COOKIE + "=-")))
                .isEqualTo("/console");
        silent.stop();
    }

    private static Mono<ServerResponse> configurationWithoutAnEnd(ServerRequest request) {
        String issuer = "http://" + request.headers().firstHeader("Host");
        return Answers.json(
                200,
                Map.of(
                        "issuer", issuer,
                        "authorization_endpoint", issuer + "/authorize",
                        "token_endpoint", issuer + "/token",
                        "jwks_uri", issuer + "/keys",
                        "subject_types_supported", List.of("public")));
    }

    private static String value(String cookie) {
        return cookie.replaceFirst(";.*", "").replaceFirst("[^=]*=", "");
    }

    @Test
    void whoeverTheOrgsDoNotKnowOrTheProviderDoesNotVouchForIsSentBack() {
        startConsole();

        assertThat(signOn("stranger@example.com", true, "")).isEqualTo("/console#sign-in=no_user");
        assertThat(signOn("gone@example.com", true, "")).isEqualTo("/console#sign-in=no_user");
        assertThat(signOn("ann@example.com", false, "")).isEqualTo("/console#sign-in=unverified");
        assertThat(signOn("ann@example.com", true, "?org=org-2"))
                .isEqualTo("/console#sign-in=no_user");
    }

    @Test
    void aPersonOfSeveralOrgsChoosesOne() {
        startConsole();

        String asked =
                URLDecoder.decode(signOn("bea@example.com", true, ""), StandardCharsets.UTF_8);
        assertThat(asked)
                .isEqualTo(
                        "/console#orgs=[{\"id\":\"org-1\",\"name\":\"Org of org-1\"},"
                                + "{\"id\":\"org-2\",\"name\":\"Org of org-2\"}]");
        assertThat(signOn("bea@example.com", true, "?org=org-2")).isEqualTo("/console");
    }

    @Test
    void anAnswerToAnotherBrowserIsRefused() {
        startConsole();
        HttpResponse<String> attackers = get("/console/oidc", "");
        HttpResponse<String> victims = get("/console/oidc", "");
        String stolen = callback(attackers);

        assertThat(location(get(stolen, cookie(victims)))).isEqualTo("/console#sign-in=failed");
        assertThat(location(get(stolen, ""))).isEqualTo("/console#sign-in=not_begun");
        assertThat(location(get(stolen, COOKIE + "=a.b"))).isEqualTo("/console#sign-in=not_begun");
        assertThat(location(get("/console/oidc/callback?error=access_denied", cookie(victims))))
                .isEqualTo("/console#sign-in=refused");
    }

    @ParameterizedTest
    @CsvSource({"aud, somebody-else", "nonce, of-another", "iss, https://elsewhere.example.com"})
    void aTokenThatIsNotForThisSignOnIsRefused(String claim, String value) {
        startConsole();
        provider.enqueueCallback(vouched("ann@example.com", claim, value));

        HttpResponse<String> begun = get("/console/oidc", "");

        assertThat(location(get(callback(begun), cookie(begun))))
                .isEqualTo("/console#sign-in=failed");
    }

    @Test
    void theProvidersNewSigningKeysAreFetchedByNeed() {
        startConsole();
        assertThat(signOn("ann@example.com", true, "")).isEqualTo("/console");

        keys.change();

        assertThat(signOn("ann@example.com", true, "")).isEqualTo("/console");
    }

    @Test
    void aProviderThatIsAwayIsSaidAndAskedAgain() {
        int port = provider.baseUrl().port();
        startConsole();
        provider.shutdown();

        assertThat(location(get("/console/oidc", ""))).isEqualTo("/console#sign-in=unavailable");

        provider = new MockOAuth2Server();
        provider.start(port);
        Eventually.holds(
                "the provider is asked again",
                () -> location(get("/console/oidc", "")).startsWith("http://"));
    }

    @Test
    void aProviderThatCallsItselfOtherwiseIsNotBelieved() {
        URI other = URI.create(provider.issuerUrl("it").toString() + "/");
        startConsole(new OidcSettings(other, CLIENT, null));

        assertThat(location(get("/console/oidc", ""))).isEqualTo("/console#sign-in=unavailable");
    }

    @Test
    void withoutASettingThereIsNone() {
        startConsole(null);

        assertThat(get("/console/oidc", "").statusCode()).isEqualTo(404);
        assertThat(get("/console/oidc/callback?code=x", "").statusCode()).isEqualTo(404);
        assertThat(get("/console/oidc/sign-out", "").statusCode()).isEqualTo(404);
        assertThat(get("/console/sign-in", "").body()).isEqualTo("{\"oidc\":false}");
    }

    /// Where a whole sign-on leads.
    private String signOn(String email, boolean verified, String query) {
        provider.enqueueCallback(vouchedFor(email, verified));
        HttpResponse<String> begun = get("/console/oidc" + query, "");
        return location(get(callback(begun), cookie(begun)));
    }

    private static DefaultOAuth2TokenCallback vouchedFor(String email, boolean verified) {
        return vouched(email, "email_verified", verified);
    }

    private static DefaultOAuth2TokenCallback vouched(String email, String claim, Object value) {
        Map<String, Object> claims = new HashMap<>(Map.of("email", email, "email_verified", true));
        claims.put(claim, value);
        return new DefaultOAuth2TokenCallback("it", "somebody", "JWT", List.of(CLIENT), claims);
    }

    /// The provider signs everybody in, and sends the browser back.
    private String callback(HttpResponse<String> begun) {
        URI back = URI.create(location(send(URI.create(location(begun)), "")));
        assertThat(back.getPath()).isEqualTo("/console/oidc/callback");
        return back.getRawPath() + "?" + back.getRawQuery();
    }

    private HttpResponse<String> get(String pathAndQuery, String cookie) {
        int port = console == null ? 0 : console.port();
        return send(URI.create("http://127.0.0.1:" + port + pathAndQuery), cookie);
    }

    private HttpResponse<String> send(URI address, String cookie) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        try {
            return browser.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Location")
                .orElseThrow(() -> new AssertionError(answer.statusCode() + answer.body()));
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private Optional<Session> session(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(given -> given.startsWith(Sessions.COOKIE + "="))
                .map(given -> given.replaceFirst(";.*", "").replaceFirst("[^=]*=", ""))
                .findFirst()
                .flatMap(sessions::find);
    }

    /// The provider's signing keys, which it can exchange for others.
    private static final class ChangingKeys extends KeyProvider {
        private final AtomicInteger generation = new AtomicInteger();

        void change() {
            generation.incrementAndGet();
        }

        @Override
        public JWK signingKey(String keyId) {
            return super.signingKey(keyId + '-' + generation.get());
        }
    }

    /// Ann is in one org, Bea in two, and one was archived.
    private static final class People implements CatalogueRecords {
        private static UserChanged user(String org, String id, String email, boolean archived) {
            UserChanged user = new UserChanged();
            user.setOrgId(org);
            user.setId(id);
            user.setEmail(email);
            user.setArchived(archived);
            return user;
        }

        private static OrgChanged org(OrgId id) {
            OrgChanged org = new OrgChanged();
            org.setOrgId(id.value());
            org.setId(id.value());
            org.setName("Org of " + id.value());
            return org;
        }

        @Override
        public <V extends CatalogueRecord> Optional<V> latest(
                Topic<V> topic, OrgId orgId, String id) {
            return all(topic, orgId).stream().findFirst();
        }

        @Override
        public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
            return Stream.of(
                            user("org-1", "u-ann", "ann@example.com", false),
                            user("org-1", "u-bea", "bea@example.com", false),
                            user("org-1", "u-gone", "gone@example.com", true),
                            user("org-2", "u-bea", "bea@example.com", false),
                            org(orgId))
                    .filter(topic.valueType()::isInstance)
                    .filter(value -> value.get(0).equals(orgId.value()))
                    .map(topic.valueType()::cast)
                    .toList();
        }

        @Override
        public Set<OrgId> orgs() {
            return new LinkedHashSet<>(List.of(new OrgId("org-1"), new OrgId("org-2")));
        }

        @Override
        public long revision(OrgId orgId) {
            return 1;
        }

        @Override
        public CatalogueRecords pinned(OrgId orgId) {
            return this;
        }
    }
}
