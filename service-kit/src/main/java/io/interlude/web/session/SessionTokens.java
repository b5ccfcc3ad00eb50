package io.interlude.web.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.web.session.Session.Holder;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Sessions as texts that only the service can make: what the session says, and an HMAC-SHA-256 of
/// that. Every process that knows the signing secrets accepts them, also after a restart. Tokens
/// for different purposes do not stand in for each other.
final class SessionTokens {
    private static final int LARGEST_CHARACTERS = 1_024;
    private static final int FIELDS = 6;
    private static final String PERSON = "person";
    private static final String KEY = "key";
    private static final String OPERATOR = "operator";

    /// The first signs, all of them verify.
    private final List<HmacSha256> macs;

    SessionTokens(SigningKeys keys, String purpose) {
        macs = keys.derived(purpose).stream().map(HmacSha256::new).toList();
    }

    String seal(Session session) {
        String holder =
                switch (session.holder()) {
                    case Holder.Person person -> PERSON + '/' + person.userId();
                    case Holder.Key key -> KEY + '/' + key.sha256();
                    case Holder.Operator _ -> OPERATOR + '/';
                };
        // No id has a slash in it.
        byte[] said =
                String.join(
                                "/",
                                session.id(),
                                session.orgId().value(),
                                holder,
                                Long.toString(session.startedAt().toEpochMilli()),
                                Long.toString(session.expiresAt().toEpochMilli()))
                        .getBytes(UTF_8);
        return signed(said, macs.getFirst());
    }

    /// What the token says, if it was made here and is not over.
    Optional<Session> open(String token, Instant now) {
        int point = token.indexOf('.');
        if (point < 0 || token.length() > LARGEST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            byte[] said = Base64.getUrlDecoder().decode(token.substring(0, point));
            return isOurs(said, token)
                    ? Optional.of(read(new String(said, UTF_8)))
                            .filter(session -> now.isBefore(session.expiresAt()))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// A text that goes with a session and cannot be made from it without the secrets.
    String companion(Session session) {
        return text(macs.getFirst().of(session.id().getBytes(UTF_8)));
    }

    boolean isCompanion(String text, Session session) {
        byte[] given = text.getBytes(UTF_8);
        byte[] id = session.id().getBytes(UTF_8);
        return macs.stream()
                .anyMatch(mac -> MessageDigest.isEqual(text(mac.of(id)).getBytes(UTF_8), given));
    }

    /// The texts are compared: several of them can stand for the same bytes.
    private boolean isOurs(byte[] said, String token) {
        byte[] given = token.getBytes(UTF_8);
        return macs.stream()
                .anyMatch(mac -> MessageDigest.isEqual(signed(said, mac).getBytes(UTF_8), given));
    }

    private static String signed(byte[] said, HmacSha256 mac) {
        return text(said) + '.' + text(mac.of(said));
    }

    private static Session read(String said) {
        String[] fields = said.split("/", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("a session of another version");
        }
        Holder holder =
                switch (fields[2]) {
                    case PERSON -> new Holder.Person(fields[3]);
                    case KEY -> new Holder.Key(fields[3]);
                    case OPERATOR -> new Holder.Operator();
                    default -> throw new IllegalArgumentException("an unknown kind of holder");
                };
        return new Session(
                fields[0],
                new OrgId(fields[1]),
                holder,
                Instant.ofEpochMilli(Long.parseLong(fields[4])),
                Instant.ofEpochMilli(Long.parseLong(fields[5])));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
