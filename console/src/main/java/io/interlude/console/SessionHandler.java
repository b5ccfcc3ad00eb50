package io.interlude.console;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.RingKey;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.session.Session;
import io.interlude.web.session.Session.Holder;
import io.interlude.web.session.Sessions;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Signing in to the console and out of it: `/console/session`, and `/console/links` where one-time
/// links are on. A key or a link is exchanged for a cookie that no script can read.
public final class SessionHandler implements RouteGroup {
    private static final String PATH = "/console/session";
    private static final String LINK = "link";
    private static final int MAX_BODY_BYTES = 64 * 1_024;
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(15);
    private static final Set<KeyKind> KINDS = EnumSet.of(KeyKind.MGMT, KeyKind.READ);
    private static final Set<KeyKind> MANAGEMENT = EnumSet.of(KeyKind.MGMT);

    private final Authenticator authenticator;
    private final Sessions sessions;
    private final Catalogues catalogues;
    private final CatalogueRecords records;
    private final boolean linksOn;

    /// Signs in the people and keys of any org.
    ///
    /// @param linksOn whether a management key can make one-time links
    public SessionHandler(
            Authenticator authenticator,
            Sessions sessions,
            Catalogues catalogues,
            CatalogueRecords records,
            boolean linksOn) {
        this.authenticator = authenticator;
        this.sessions = sessions;
        this.catalogues = catalogues;
        this.records = records;
        this.linksOn = linksOn;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::signIn)
                .handle(HttpMethod.GET, PATH, this::show)
                .handle(HttpMethod.DELETE, PATH, this::signOut)
                .handle(HttpMethod.POST, "/console/links", this::makeLink);
    }

    private Mono<ServerResponse> signIn(ServerRequest request) {
        return JsonBodies.objectOrEmpty(request, MAX_BODY_BYTES)
                .flatMap(body -> {
                    String link = text(body, LINK);
                    return link == null ? signInByKey(request) : signInByLink(request, link);
                });
    }

    private Mono<ServerResponse> signInByKey(ServerRequest request) {
        String key = bearer(request);
        Caller caller = authenticator.authenticate(request, KINDS);
        return begin(request, caller.orgId(), Sessions.holderOf(key));
    }

    /// Only the header: an address is kept in more places.
    private static String bearer(ServerRequest request) {
        String header = request.headers().firstHeader(HttpHeaders.AUTHORIZATION);
        int scheme = "Bearer ".length();
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, scheme)) {
            throw Problem.of(
                            Reason.MISSING_API_KEY,
                            "Send a management or read key as Authorization: Bearer, or a one-time"
                                    + " link.")
                    .exception();
        }
        return header.substring(scheme).strip();
    }

    private Mono<ServerResponse> signInByLink(ServerRequest request, String link) {
        return written(() -> sessions.useLink(link))
                .flatMap(used -> {
                    Session session = used.orElseThrow(SessionHandler::linkOver);
                    return begin(request, session.orgId(), session.holder());
                });
    }

    private static ProblemException linkOver() {
        return Problem.of(
                        Reason.INVALID_LINK,
                        "This link was used already, or is too old: ask for another, locally by"
                                + " ./interlude console.")
                .exception();
    }

    private Mono<ServerResponse> begin(ServerRequest request, OrgId orgId, Holder holder) {
        Sessions.Begun begun = sessions.begin(orgId, holder);
        RingKey known = sessions.caller(begun.session()).orElseThrow(SessionHandler::linkOver);
        return Answers.json(
                201,
                json(begun.session(), known.caller()),
                Map.of(
                        HttpHeaders.SET_COOKIE,
                        SessionCookies.of(request, begun.cookie()).toString()));
    }

    /// A browser without a session is told so, and not refused: that is how most visits begin.
    private Mono<ServerResponse> show(ServerRequest request) {
        if (request.cookies().getFirst(Sessions.COOKIE) == null) {
            return Answers.empty(204);
        }
        Session session = session(request);
        Caller caller = authenticator.authenticate(request, KINDS);
        return Answers.json(200, json(session, caller));
    }

    private Mono<ServerResponse> signOut(ServerRequest request) {
        var _ = authenticator.authenticate(request, KINDS);
        Session session = session(request);
        String gone = SessionCookies.gone(request).toString();
        return written(() -> sessions.end(session))
                .flatMap(_ -> Answers.empty(204, Map.of(HttpHeaders.SET_COOKIE, gone)));
    }

    private Session session(ServerRequest request) {
        HttpCookie cookie = request.cookies().getFirst(Sessions.COOKIE);
        return Optional.ofNullable(cookie)
                .flatMap(sent -> sessions.find(sent.getValue()))
                .orElseThrow(() ->
                        Problem.of(Reason.INVALID_SESSION, "There is no session: sign in.")
                                .exception());
    }

    private Mono<ServerResponse> makeLink(ServerRequest request) {
        if (!linksOn) {
            throw Problem.of(Reason.NOT_FOUND, "One-time links are off here.").exception();
        }
        String key = bearer(request);
        OrgId orgId = authenticator.authenticate(request, MANAGEMENT).orgId();
        return JsonBodies.objectOrEmpty(request, MAX_BODY_BYTES)
                .flatMap(body -> {
                    String userId = text(body, "userId");
                    Holder holder =
                            userId == null
                                    ? Sessions.holderOf(key)
                                    : requireUser(orgId, new Holder.Person(userId));
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("path", "/console#link=" + sessions.link(orgId, holder));
                    json.put("validForSeconds", Sessions.LINK_LIFE.toSeconds());
                    return Answers.json(201, json);
                });
    }

    private Holder requireUser(OrgId orgId, Holder.Person person) {
        if (sessions.user(orgId, person).isEmpty()) {
            throw Problem.of(Reason.NOT_FOUND, "There is no such user in this org.").exception();
        }
        return person;
    }

    private ObjectNode json(Session session, Caller caller) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        ObjectNode org = json.putObject("org").put("id", session.orgId().value());
        records.latest(Topics.ORGS, session.orgId(), session.orgId().value())
                .ifPresent(found -> org.put("name", found.getName()));
        ZoneId zone = catalogues.timeZone(session.orgId()).orElse(ZoneOffset.UTC);
        org.put("timeZone", zone.getId());
        switch (session.holder()) {
            case Holder.Person person -> {
                ObjectNode user = json.putObject("user").put("id", person.userId());
                sessions.user(session.orgId(), person)
                        .ifPresent(found ->
                                user.put("name", found.getName()).put("email", found.getEmail()));
            }
            case Holder.Key _ -> {
                ObjectNode key = json.putObject("key").put("id", caller.keyId().value());
                records.latest(Topics.KEYS, session.orgId(), caller.keyId().value())
                        .map(found -> found.getLabel())
                        .ifPresent(label -> key.put("label", label));
            }
            case Holder.Operator _ ->
                    throw new IllegalStateException("the operator is no caller of an org");
        }
        return json.put("role", role(caller))
                .put("manages", caller.kind() == KeyKind.MGMT)
                .put("expiresAt", session.expiresAt().toString())
                .put("csrfToken", sessions.csrfToken(session));
    }

    /// Keys have no role: a management key does what an admin does, a read key less than a viewer.
    private static String role(Caller caller) {
        return Optional.ofNullable(caller.actor().role())
                .map(role -> role.name().toLowerCase(Locale.ROOT))
                .orElse(caller.kind() == KeyKind.MGMT ? "admin" : "viewer");
    }

    /// What a change comes to, unless it takes too long.
    static <R> Mono<R> written(Supplier<CompletableFuture<R>> change) {
        return Mono.fromFuture(change, true)
                .timeout(LONGEST_WRITE)
                .onErrorMap(
                        error -> !(error instanceof ProblemException),
                        _ ->
                                Problem.of(
                                                Reason.JOURNAL_UNAVAILABLE,
                                                "It was not confirmed in time: try again.")
                                        .exception())
                .publishOn(Schedulers.parallel());
    }

    private static @Nullable String text(ObjectNode body, String field) {
        JsonNode value = body.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw Problem.ofField(Reason.INVALID_REQUEST, field, "Give a string.").exception();
        }
        return value.stringValue();
    }
}
