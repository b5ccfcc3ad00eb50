package io.interlude.manage.resource;

import io.interlude.manage.validation.Fields;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Ids of resources: chosen by the client, or made here.
public final class ResourceIds {
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int MADE_CHARACTERS = 16; // 82 bits

    private final RandomGenerator random;

    public ResourceIds(RandomGenerator random) {
        this.random = random;
    }

    /// The id that the client chose, if it is one; a wrong one is noted.
    public static Optional<String> chosen(Fields fields) {
        JsonNode given = fields.value("id");
        if (given == null) {
            return Optional.empty();
        }
        if (!given.isString()) {
            fields.violations().wrongType(fields.pathOf("id"), "a string");
            return Optional.empty();
        }
        String id = given.stringValue();
        if (!ID.matcher(id).matches()) {
            fields.broken("id", "pattern", "Give an id that matches " + ID + ".");
            return Optional.empty();
        }
        return Optional.of(id);
    }

    /// A new random id.
    public String make() {
        StringBuilder id = new StringBuilder(MADE_CHARACTERS);
        for (int i = 0; i < MADE_CHARACTERS; i++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return id.toString();
    }
}
