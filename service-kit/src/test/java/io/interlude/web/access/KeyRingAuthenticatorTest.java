package io.interlude.web.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.key.KeyRingEntry;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Place;
import io.interlude.web.limits.Share;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest.BaseBuilder;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;

class KeyRingAuthenticatorTest {
    private static final Set<KeyKind> ANY = EnumSet.allOf(KeyKind.class);
    private static final String FETCH_KEY = "il_fetch_1";
    private static final String TAG_KEY = "il_tag_1";

    private final KeyRing ring = new KeyRing();
    private final Authenticator authenticator = new KeyRingAuthenticator(ring);

    @BeforeEach
    void fillRing() {
        ring.apply(
                KeyRingEntry.of(
                        aKey("fetch-1", io.interlude.schema.KeyKind.fetch, FETCH_KEY).build()));
        ring.apply(
                KeyRingEntry.of(
                        aKey("tag-1", io.interlude.schema.KeyKind.tag, TAG_KEY)
                                .setAllowedOrigins(
                                        List.of("https://Shop.example/", "http://127.0.0.1:3000"))
                                .build()));
    }

    private static ApiKeyChanged.Builder aKey(
            String id, io.interlude.schema.KeyKind kind, String key) {
        return ApiKeyChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(Instant.EPOCH)
                .setKind(kind)
                .setSha256(ApiKeys.sha256(key))
                .setApplicationId("bot");
    }

    private Caller authenticate(BaseBuilder<?> request) {
        return authenticate(request, ANY);
    }

    private Caller authenticate(BaseBuilder<?> request, Set<KeyKind> allowed) {
        MockServerWebExchange exchange = MockServerWebExchange.from(request.build());
        exchange.getAttributes()
                .put(
                        Place.ATTRIBUTE,
                        requireNonNull(
                                new Admission(Map.of(), new SimpleMeterRegistry())
                                        .enter(Share.OTHERS)));
        return authenticator.authenticate(
                ServerRequest.create(exchange, ServerCodecConfigurer.create().getReaders()),
                allowed);
    }

    private void assertRefused(BaseBuilder<?> request, Set<KeyKind> allowed, Reason reason) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> authenticate(request, allowed))
                .satisfies(e -> assertThat(e.problem().reason()).isEqualTo(reason))
                .satisfies(e -> assertThat(e.problem().description()).doesNotContain("il_"));
    }

    private static BaseBuilder<?> get(String path) {
        return MockServerHttpRequest.get(path);
    }

    @Nested
    class SuspendedOrg {
        @Test
        void isRefusedWhateverItsKeyMayDo() {
            ring.suspend(new OrgId("acme"), true);
            assertRefused(get("/?key=" + FETCH_KEY), ANY, Reason.ORG_SUSPENDED);
            assertRefused(get("/?key=" + FETCH_KEY), Set.of(KeyKind.MGMT), Reason.ORG_SUSPENDED);
            assertRefused(get("/?key=il_fetch_2"), ANY, Reason.INVALID_API_KEY);

            ring.suspend(new OrgId("acme"), false);
            assertThat(authenticate(get("/?key=" + FETCH_KEY)).kind()).isEqualTo(KeyKind.FETCH);
        }
    }

    @Nested
    class Key {
        @ParameterizedTest
        @ValueSource(strings = {"key", "apikey", "apiKey"})
        void isReadFromTheQuery(String parameter) {
            Caller caller = authenticate(get("/v1/fetch/v2?" + parameter + "=" + FETCH_KEY));

            assertThat(caller.orgId().value()).isEqualTo("acme");
            assertThat(caller.keyId().value()).isEqualTo("fetch-1");
            assertThat(caller.kind()).isEqualTo(KeyKind.FETCH);
            assertThat(caller.applicationId()).hasToString("bot");
        }

        @ParameterizedTest
        @ValueSource(strings = {"Bearer ", "bearer ", "BEARER  "})
        void isReadFromTheHeader(String scheme) {
            assertThat(authenticate(get("/").header("Authorization", scheme + FETCH_KEY)).kind())
                    .isEqualTo(KeyKind.FETCH);
        }

        @Test
        void ofTheHeaderWins() {
            BaseBuilder<?> good =
                    get("/?key=il_fetch_x").header("Authorization", "Bearer " + FETCH_KEY);
            BaseBuilder<?> bad =
                    get("/?key=" + FETCH_KEY).header("Authorization", "Bearer il_fetch_x");

            assertThat(authenticate(good).kind()).isEqualTo(KeyKind.FETCH);
            assertRefused(bad, ANY, Reason.INVALID_API_KEY);
        }

        @ParameterizedTest
        @ValueSource(strings = {"/", "/?key=", "/?key", "/?KEY=il_fetch_1", "/?apikey=&foo=1"})
        void mayBeMissing(String path) {
            assertRefused(get(path), ANY, Reason.MISSING_API_KEY);
        }

        @Test
        void mayBeUnknown() {
            assertRefused(get("/?key=il_fetch_2"), ANY, Reason.INVALID_API_KEY);
            assertRefused(get("/?key=" + "x".repeat(10_000)), ANY, Reason.INVALID_API_KEY);
        }

        @Test
        void mayBeOfTheWrongKind() {
            Set<KeyKind> managers = EnumSet.of(KeyKind.MGMT);

            assertRefused(get("/?key=" + FETCH_KEY), managers, Reason.KEY_NOT_ALLOWED);
        }

        @Test
        void stopsWorkingWhenItIsRevoked() {
            ring.apply(
                    KeyRingEntry.of(
                            aKey("fetch-1", io.interlude.schema.KeyKind.fetch, FETCH_KEY)
                                    .setArchived(true)
                                    .build()));

            assertRefused(get("/?key=" + FETCH_KEY), ANY, Reason.INVALID_API_KEY);
        }

        @Test
        void stopsWorkingWhenAnotherTakesItsId() {
            ring.apply(
                    KeyRingEntry.of(
                            aKey("fetch-1", io.interlude.schema.KeyKind.fetch, "il_fetch_9")
                                    .build()));

            assertRefused(get("/?key=" + FETCH_KEY), ANY, Reason.INVALID_API_KEY);
            assertThat(authenticate(get("/?key=il_fetch_9")).kind()).isEqualTo(KeyKind.FETCH);
        }
    }

    @Nested
    class Tag {
        private BaseBuilder<?> from(@Nullable String origin, @Nullable String referer) {
            BaseBuilder<?> request = get("/?key=" + TAG_KEY);
            if (origin != null) {
                request.header("Origin", origin);
            }
            if (referer != null) {
                request.header("Referer", referer);
            }
            return request;
        }

        @Test
        void mayBeUsedFromItsOrigins() {
            assertThat(authenticate(from("https://shop.example", null)).kind())
                    .isEqualTo(KeyKind.TAG);
            assertThat(authenticate(from("https://shop.example:443", null)).kind())
                    .isEqualTo(KeyKind.TAG);
            assertThat(authenticate(from("http://127.0.0.1:3000", null)).kind())
                    .isEqualTo(KeyKind.TAG);
            assertThat(authenticate(from(null, "https://shop.example/a?b=c#d")).kind())
                    .isEqualTo(KeyKind.TAG);
        }

        @Test
        void mayNotBeUsedFromElsewhere() {
            assertRefused(from("https://other.example", null), ANY, Reason.KEY_NOT_ALLOWED);
            assertRefused(from("http://shop.example", null), ANY, Reason.KEY_NOT_ALLOWED);
            assertRefused(from("https://shop.example:8443", null), ANY, Reason.KEY_NOT_ALLOWED);
            assertRefused(from("null", null), ANY, Reason.KEY_NOT_ALLOWED);
            assertRefused(from(null, "not an address"), ANY, Reason.KEY_NOT_ALLOWED);
        }

        @Test
        void needsAnOrigin() {
            assertRefused(from(null, null), ANY, Reason.KEY_NOT_ALLOWED);
        }

        @Test
        void isJudgedByOriginBeforeReferer() {
            assertRefused(
                    from("https://other.example", "https://shop.example/"),
                    ANY,
                    Reason.KEY_NOT_ALLOWED);
        }

        @Test
        void ofTheWrongKindIsRefusedFromItsOriginToo() {
            assertRefused(
                    from("https://shop.example", null),
                    EnumSet.of(KeyKind.FETCH),
                    Reason.KEY_NOT_ALLOWED);
        }
    }
}
