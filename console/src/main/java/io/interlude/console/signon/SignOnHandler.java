package io.interlude.console.signon;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.console.SessionCookies;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.schema.UserChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.RateLimits;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.session.Session.Holder;
import io.interlude.web.session.Sessions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/console/oidc`: sends a person's browser to the OpenID provider, takes it back, and begins a
/// session of the user whose address the provider vouches for. The provider says who somebody is;
/// the org's users say what that person may do. `/console/oidc/sign-out` ends the session at the
/// provider once that in here is over. `/console/sign-in` says which ways in there are.
public final class SignOnHandler implements RouteGroup {
    private static final Logger LOG = LoggerFactory.getLogger(SignOnHandler.class);
    private static final String PATH = "/console/oidc";
    private static final String CALLBACK = PATH + "/callback";
    private static final String COOKIE = "interlude_sign_on";
    private static final Duration COOKIE_LIFE = Duration.ofMinutes(10);
    private static final String CONSOLE = "/console";

    /// The ID token, by which the provider is told whose session ends.
    private static final String SIGNED_ON_COOKIE = "interlude_signed_on";

    /// Browsers keep no cookie of more than 4,096 bytes; a larger token is left out.
    private static final int LARGEST_TOKEN_CHARACTERS = 3_800;

    private static final String NO_TOKEN = "-";
    private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

    private final @Nullable OpenIdProvider provider;
    private final Sessions sessions;
    private final CatalogueRecords records;
    private final RateLimits limits;

    /// Signs in the users of any org.
    ///
    /// @param settings null where single sign-on is off
    /// @param limits bound what comes from one address: each return of a browser makes us ask the
    ///   provider, which shuts out whoever asks too often
    public SignOnHandler(
            @Nullable OidcSettings settings,
            Sessions sessions,
            CatalogueRecords records,
            RateLimits limits) {
        provider = settings == null ? null : new OpenIdProvider(settings);
        this.sessions = sessions;
        this.records = records;
        this.limits = limits;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/console/sign-in", this::waysIn)
                .handle(HttpMethod.GET, PATH, this::begin)
                .handle(HttpMethod.GET, CALLBACK, this::end)
                .handle(HttpMethod.GET, PATH + "/sign-out", this::signOut);
    }

    private Mono<ServerResponse> waysIn(ServerRequest request) {
        return Answers.json(200, Map.of("oidc", provider != null));
    }

    private OpenIdProvider provider() {
        if (provider == null) {
            throw Problem.of(Reason.NOT_FOUND, "Single sign-on is off here.").exception();
        }
        return provider;
    }

    private Mono<ServerResponse> begin(ServerRequest request) {
        String org = request.queryParam("org").orElse("");
        return provider()
                .begin(request.exchange(), redirectUri(request), org)
                .flatMap(begun ->
                        Answers.empty(
                                302,
                                Map.of(
                                        HttpHeaders.LOCATION,
                                        begun.address(),
                                        HttpHeaders.SET_COOKIE,
                                        cookie(request, begun.signOn().text(), COOKIE_LIFE))))
                .onErrorResume(failure -> {
                    LOG.warn(
                            "the OpenID provider cannot be asked: {}",
                            failure.getClass().getSimpleName());
                    return back(request, "unavailable");
                });
    }

    private Mono<ServerResponse> end(ServerRequest request) {
        OpenIdProvider asked = provider();
        Optional<SignOn> begun =
                Optional.ofNullable(request.cookies().getFirst(COOKIE))
                        .map(HttpCookie::getValue)
                        .flatMap(SignOn::parse);
        Optional<String> code = request.queryParam("code");
        if (begun.isEmpty()) {
            return back(request, "not_begun");
        }
        if (code.isEmpty()) {
            return back(request, "refused");
        }
        limits.admitStranger(request.remoteAddress());
        return asked.end(
                        begun.get(),
                        redirectUri(request),
                        request.queryParam("state").orElse(""),
                        code.get())
                .map(token -> person(token, begun.get().org()))
                .onErrorResume(failure -> {
                    LOG.info("a sign-on failed: {}", failure.getClass().getSimpleName());
                    return Mono.just(new Found.Nobody("failed"));
                })
                .flatMap(found ->
                        switch (found) {
                            case Found.Nobody nobody -> back(request, nobody.why());
                            case Found.InSeveral several -> choose(request, several.orgs());
                            case Found.User user -> signIn(request, user);
                        });
    }

    /// For whom the provider vouches.
    private sealed interface Found {
        record User(OrgId orgId, String userId, OidcIdToken token) implements Found {}

        record InSeveral(List<OrgId> orgs) implements Found {}

        record Nobody(String why) implements Found {}
    }

    /// An address that the provider has not verified proves nothing.
    private Found person(OidcIdToken token, String org) {
        @Nullable String email = token.getEmail();
        if (email == null || !Boolean.TRUE.equals(token.getEmailVerified())) {
            return new Found.Nobody("unverified");
        }
        List<Found.User> users =
                records.orgs().stream()
                        .filter(orgId -> org.isEmpty() || org.equals(orgId.value()))
                        .flatMap(orgId ->
                                records.all(Topics.USERS, orgId).stream()
                                        .filter(user -> isOf(user, email))
                                        .map(user -> new Found.User(orgId, user.getId(), token)))
                        .toList();
        return switch (users.size()) {
            case 0 -> new Found.Nobody("no_user");
            case 1 -> users.getFirst();
            default -> new Found.InSeveral(users.stream().map(Found.User::orgId).toList());
        };
    }

    private static boolean isOf(UserChanged user, String email) {
        return !user.getArchived() && user.getEmail().equals(lowerCase(email));
    }

    /// Of ASCII alone: letters of other alphabets look like these, and some (U+212A) become them.
    private static String lowerCase(String email) {
        return CAPITALS.matcher(email).replaceAll(found -> found.group().toLowerCase(Locale.ROOT));
    }

    private Mono<ServerResponse> signIn(ServerRequest request, Found.User user) {
        Sessions.Begun begun = sessions.begin(user.orgId(), new Holder.Person(user.userId()));
        String token = user.token().getTokenValue();
        return redirect(
                request,
                CONSOLE,
                SessionCookies.of(request, begun.cookie()).toString(),
                signedOn(
                        request,
                        token.length() > LARGEST_TOKEN_CHARACTERS ? NO_TOKEN : token,
                        Sessions.LIFE));
    }

    /// A session that began in another way has nothing to end at the provider.
    private Mono<ServerResponse> signOut(ServerRequest request) {
        OpenIdProvider asked = provider();
        HttpCookie kept = request.cookies().getFirst(SIGNED_ON_COOKIE);
        if (kept == null) {
            return redirect(request, CONSOLE);
        }
        String token = kept.getValue().equals(NO_TOKEN) ? "" : kept.getValue();
        return asked.signOut(token, base(request) + CONSOLE)
                .onErrorResume(failure -> {
                    LOG.warn(
                            "the OpenID provider cannot be asked to sign out: {}",
                            failure.getClass().getSimpleName());
                    return Mono.just(Optional.empty());
                })
                .flatMap(address ->
                        redirect(
                                request,
                                address.orElse(CONSOLE),
                                signedOn(request, "", Duration.ZERO)));
    }

    /// The console shows the orgs; each leads to another sign-on, for which the provider asks
    /// nothing more.
    private Mono<ServerResponse> choose(ServerRequest request, List<OrgId> orgs) {
        String json = Json.MAPPER.writeValueAsString(orgs.stream().map(this::choice).toList());
        String listed = URLEncoder.encode(json, StandardCharsets.UTF_8).replace("+", "%20");
        return redirect(request, "/console#orgs=" + listed);
    }

    private Choice choice(OrgId orgId) {
        String id = orgId.value();
        return new Choice(
                id, records.latest(Topics.ORGS, orgId, id).map(org -> org.getName()).orElse(id));
    }

    private record Choice(String id, String name) {}

    private static Mono<ServerResponse> back(ServerRequest request, String why) {
        return redirect(request, "/console#sign-in=" + why);
    }

    /// What was begun is over either way.
    private static Mono<ServerResponse> redirect(
            ServerRequest request, String address, String... cookies) {
        return ServerResponse.status(302)
                .header(HttpHeaders.LOCATION, address)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(HttpHeaders.SET_COOKIE, cookie(request, "", Duration.ZERO))
                .headers(headers ->
                        List.of(cookies).forEach(each -> headers.add(HttpHeaders.SET_COOKIE, each)))
                .build();
    }

    /// The host is one of those that the server is asked under; the provider has the addresses that
    /// it sends browsers to.
    private static String redirectUri(ServerRequest request) {
        return base(request) + CALLBACK;
    }

    private static String base(ServerRequest request) {
        String scheme = SessionCookies.isEncrypted(request) ? "https" : "http";
        return scheme + "://" + request.headers().firstHeader(HttpHeaders.HOST);
    }

    /// Lax, since it is the provider's page that sends the browser back.
    private static String cookie(ServerRequest request, String value, Duration life) {
        return cookie(request, COOKIE, value, life, "Lax");
    }

    private static String signedOn(ServerRequest request, String value, Duration life) {
        return cookie(request, SIGNED_ON_COOKIE, value, life, "Strict");
    }

    private static String cookie(
            ServerRequest request, String name, String value, Duration life, String sameSite) {
        return ResponseCookie.from(name, value)
                .httpOnly(true)
                .sameSite(sameSite)
                .secure(SessionCookies.isEncrypted(request))
                .path(PATH)
                .maxAge(life)
                .build()
                .toString();
    }
}
