package io.interlude.manage.resource;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.Arrays;
import java.util.Optional;

/// The condition of an `If-Match` header: which version a client saw before it changes something.
///
/// @param header the header's value
public record EntityTag(String header) {
    private static final String ANY = "*";

    /// The tag of a version or revision.
    public static String of(long version) {
        return '"' + Long.toString(version) + '"';
    }

    /// The condition of a request that must have one.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `precondition_required`
    public static EntityTag required(Optional<EntityTag> condition) {
        return condition.orElseThrow(() ->
                Problem.of(
                                Reason.PRECONDITION_REQUIRED,
                                "Send If-Match with the ETag of the version that you read.")
                        .exception());
    }

    /// Refuses the change unless the version is the one that the client saw.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `conflict`
    public void refuseUnless(long version) {
        if (!matches(version)) {
            throw Problem.of(
                            Reason.CONFLICT,
                            "It was changed since you read it: read it again and repeat the change.")
                    .exception();
        }
    }

    /// Weak tags never match; a version without quotes does, as some clients strip them.
    private boolean matches(long version) {
        return Arrays.stream(header.split(","))
                .map(String::strip)
                .anyMatch(tag ->
                        tag.equals(ANY)
                                || tag.equals(of(version))
                                || tag.equals(Long.toString(version)));
    }
}
