package io.interlude.schema.registry;

import io.interlude.schema.registry.schema.RegisteredSchema;
import java.util.List;

/// A reference to a version of a subject: a number or the newest.
///
/// @param number from 1; [Integer#MAX_VALUE] for the newest
public record VersionSpec(int number) {
    public static final VersionSpec LATEST = new VersionSpec(Integer.MAX_VALUE);

    public VersionSpec {
        if (number < 1) {
            throw new IllegalArgumentException("number is " + number);
        }
    }

    /// A number, `latest` or `-1`.
    public static VersionSpec parse(String text) {
        if (text.equals("latest") || text.equals("-1")) {
            return LATEST;
        }
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return new VersionSpec(number);
            }
        } catch (NumberFormatException notANumber) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    /// The one that is meant, out of a subject's versions, oldest first.
    RegisteredSchema pick(List<RegisteredSchema> versions) {
        if (equals(LATEST) && !versions.isEmpty()) {
            return versions.getLast();
        }
        return versions.stream()
                .filter(it -> it.version() == number)
                .findFirst()
                .orElseThrow(() ->
                        RegistryError.VERSION_NOT_FOUND.because(
                                "Version " + number + " not found."));
    }

    private static RegistryException invalid(String text) {
        return RegistryError.INVALID_VERSION.because(
                "The specified version '%s' is not a valid version id. Allowed values are between [1, 2^31-1] and the string \"latest\""
                        .formatted(text));
    }
}
