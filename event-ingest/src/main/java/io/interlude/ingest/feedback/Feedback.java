package io.interlude.ingest.feedback;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.schema.EventSource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A reader's feedback on the ad of one fetch.
///
/// @param applicationId of the key; null without one
/// @param keyId of the key that reported it; null for feedback by the ad's own link
public record Feedback(
        OrgId orgId,
        @Nullable ApplicationId applicationId,
        @Nullable KeyId keyId,
        FetchId fetchId,
        FeedbackKind kind,
        EventSource source,
        Instant receivedAt) {
    public Feedback {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(fetchId, "fetchId is null");
        requireNonNull(kind, "kind is null");
    }
}
