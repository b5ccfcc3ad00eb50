package io.interlude.web.session;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.key.RingKey;
import io.interlude.catalogue.key.Role;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.schema.UserChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.session.Session.Holder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// Begins, finds and ends sessions of the console. Nothing of a session is kept but that it ended:
/// its cookie says all of it, signed, so that it outlives a restart and any process accepts it.
/// Every sign-in makes a new one, whatever cookie came with it.
public final class Sessions {
    /// Name of the cookie.
    public static final String COOKIE = "interlude_session";

    /// Header of the token that a change by cookie needs.
    public static final String CSRF_HEADER = "X-CSRF-Token";

    public static final Duration LIFE = Duration.ofHours(12);

    /// How long a one-time link can be used.
    public static final Duration LINK_LIFE = Duration.ofMinutes(10);

    private final KeyRing keyRing;
    private final CatalogueRecords records;
    private final EndedSessions ended;
    private final InstantSource clock;
    private final SessionTokens cookies;
    private final SessionTokens links;
    private final SessionTokens csrf;

    public Sessions(
            KeyRing keyRing,
            CatalogueRecords records,
            EndedSessions ended,
            SigningKeys signingKeys,
            InstantSource clock) {
        this.keyRing = keyRing;
        this.records = records;
        this.ended = ended;
        this.clock = clock;
        cookies = new SessionTokens(signingKeys, "interlude console session");
        links = new SessionTokens(signingKeys, "interlude console link");
        csrf = new SessionTokens(signingKeys, "interlude console csrf");
    }

    /// A session with what its browser is given.
    ///
    /// @param cookie for the browser alone
    /// @param csrfToken for the page
    public record Begun(Session session, String cookie, String csrfToken) {}

    /// The holder that signs in with a key.
    public static Holder holderOf(String key) {
        return new Holder.Key(ApiKeys.sha256(key));
    }

    public Begun begin(OrgId orgId, Holder holder) {
        Session session = Session.start(orgId, holder, clock, LIFE);
        return new Begun(session, cookies.seal(session), csrf.companion(session));
    }

    /// The session of a cookie, unless it is over; its holder may be gone.
    public Optional<Session> find(String cookie) {
        return cookies.open(cookie, clock.instant()).filter(found -> !ended.contains(found));
    }

    /// For whom a session calls, as long as its person or key is there.
    public Optional<RingKey> caller(Session session) {
        return switch (session.holder()) {
            case Holder.Key key ->
                    keyRing.find(key.sha256()).filter(found -> isFor(found.caller(), session));
            case Holder.Person person ->
                    user(session.orgId(), person)
                            // A person who was archived and brought back signs in again.
                            .filter(user -> !session.startedAt().isBefore(user.getCreatedAt()))
                            .flatMap(user -> Role.of(user.getRole()))
                            .map(role -> Caller.person(session.orgId(), person.userId(), role))
                            .map(caller -> new RingKey(caller, Set.of(), null));
            case Holder.Operator _ -> Optional.empty();
        };
    }

    private static boolean isFor(Caller caller, Session session) {
        return caller.orgId().equals(session.orgId())
                && (caller.kind() == KeyKind.MGMT || caller.kind() == KeyKind.READ);
    }

    /// The live user.
    public Optional<UserChanged> user(OrgId orgId, Holder.Person person) {
        return records.latest(Topics.USERS, orgId, person.userId())
                .filter(user -> !user.getArchived());
    }

    public String csrfToken(Session session) {
        return csrf.companion(session);
    }

    public boolean isCsrfToken(String token, Session session) {
        return csrf.isCompanion(token, session);
    }

    /// Ends a session, everywhere once it completes.
    public CompletableFuture<Boolean> end(Session session) {
        return ended.end(session);
    }

    /// A token that signs in once, within [#LINK_LIFE].
    public String link(OrgId orgId, Holder holder) {
        return links.seal(Session.start(orgId, holder, clock, LINK_LIFE));
    }

    /// Uses up a link.
    ///
    /// @return what it stands for; empty if it is none, over or used
    public CompletableFuture<Optional<Session>> useLink(String token) {
        Optional<Session> link =
                links.open(token, clock.instant()).filter(found -> !ended.contains(found));
        return link.map(found -> ended.end(found).thenApply(first -> first ? link : NONE))
                .orElseGet(() -> CompletableFuture.completedFuture(NONE));
    }

    private static final Optional<Session> NONE = Optional.empty();
}
