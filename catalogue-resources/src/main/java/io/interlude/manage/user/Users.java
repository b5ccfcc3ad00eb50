package io.interlude.manage.user;

import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.UserChanged;
import io.interlude.schema.UserRole;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// People who may sign in to the console: `{id, email, name, role}`. An address is kept in lower
/// case and is unique in its org. They are no part of an export: people are not copied from org to
/// org with what they booked.
public final class Users implements ResourceKind<UserChanged> {
    private static final String EMAIL = "email";
    private static final String NAME = "name";
    private static final String ROLE = "role";
    private static final String CREATED_AT = "createdAt";

    /// Longest path of RFC 5321, 4.5.3.1.3, without its angle brackets.
    private static final int MAX_EMAIL_CHARACTERS = 254;

    /// A dot-atom of at most 64 characters, and a name of at least two labels (RFC 5321, 4.1.2).
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                            + "@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+"
                            + "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    private static final Choices<UserRole> ROLES = Choices.of(UserRole.class);

    @Override
    public Topic<UserChanged> topic() {
        return Topics.USERS;
    }

    @Override
    public String pathSegment() {
        return "users";
    }

    @Override
    public String section() {
        return "users";
    }

    @Override
    public String noun() {
        return "user";
    }

    @Override
    public UserChanged blank() {
        return new UserChanged();
    }

    @Override
    public UserChanged decode(Fields fields, Editing<UserChanged> editing) {
        UserChanged value = blank();
        UserChanged previous = editing.previous();
        value.setEmail(email(fields));
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        fields.require(ROLE);
        value.setRole(fields.choice(ROLE, ROLES, UserRole.viewer));
        value.setCreatedAt(previous == null ? editing.now() : previous.getCreatedAt());
        return value;
    }

    private static String email(Fields fields) {
        String email = fields.requiredText(EMAIL, MAX_EMAIL_CHARACTERS).toLowerCase(Locale.ROOT);
        if (!email.isEmpty() && !ADDRESS.matcher(email).matches()) {
            fields.broken(EMAIL, "email", "Give an address such as ann@example.com.");
        }
        return email;
    }

    @Override
    public void encode(UserChanged value, ObjectNode json) {
        json.put(EMAIL, value.getEmail())
                .put(NAME, value.getName())
                .put(ROLE, Choices.nameOf(value.getRole()));
    }

    @Override
    public void encodeDerived(UserChanged value, ObjectNode json) {
        json.put(CREATED_AT, value.getCreatedAt().toString());
    }

    @Override
    public Set<String> derivedFields() {
        return Set.of(CREATED_AT);
    }

    @Override
    public Optional<UniqueName> uniqueName(UserChanged value) {
        return Optional.of(new UniqueName(EMAIL, value.getEmail()));
    }
}
