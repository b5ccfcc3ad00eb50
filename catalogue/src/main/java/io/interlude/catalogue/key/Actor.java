package io.interlude.catalogue.key;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.KeyId;
import org.jspecify.annotations.Nullable;

/// The author of a change: a person with a role, or an API key. Records name it by its key's id, or
/// by `user:` and the person's id, which no id of a key looks like. What the product does by itself
/// is named `product:` and the rule.
///
/// @param role of a person; null for a key, which may do whatever its kind may
public record Actor(String id, @Nullable Role role) {
    /// The product itself, where readers have reported a creative too often.
    public static final String FEEDBACK_LIMIT = "product:feedback_limit";

    private static final String PERSON = "user:";
    private static final String PRODUCT = "product:";

    public Actor {
        requireNonNull(id, "id is null");
    }

    public static Actor key(KeyId keyId) {
        return new Actor(keyId.value(), null);
    }

    public static Actor person(String id, Role role) {
        return new Actor(id, role);
    }

    public boolean isPerson() {
        return role != null;
    }

    /// Whether it may do what a role may.
    public boolean may(Role needed) {
        return role == null || role.includes(needed);
    }

    /// As records name it.
    public String recorded() {
        return role == null ? id : PERSON + id;
    }

    /// Whether a record names a person, not a key.
    public static boolean namesPerson(String recorded) {
        return recorded.startsWith(PERSON);
    }

    /// Whether a record names a rule by which the product itself made the change.
    public static boolean namesProduct(String recorded) {
        return recorded.startsWith(PRODUCT);
    }

    /// The id of the key, person or rule that a record names.
    public static String id(String recorded) {
        return namesPerson(recorded) || namesProduct(recorded)
                ? recorded.substring(recorded.indexOf(':') + 1)
                : recorded;
    }
}
