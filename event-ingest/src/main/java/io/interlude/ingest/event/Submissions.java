package io.interlude.ingest.event;

import io.interlude.catalogue.key.KeyKind;
import io.interlude.ingest.traffic.InvalidTraffic;
import io.interlude.ingest.traffic.TrafficClass;
import io.interlude.web.access.Authenticator;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Reads from a request who reports, when, and under which `Idempotency-Key`.
public final class Submissions {
    private static final Set<KeyKind> SERVER_KEYS = EnumSet.of(KeyKind.FETCH, KeyKind.MGMT);
    private static final Set<KeyKind> SERVER_KEYS_AND_TAGS =
            EnumSet.of(KeyKind.FETCH, KeyKind.MGMT, KeyKind.TAG);

    private final Authenticator authenticator;
    private final InstantSource clock;
    private final InvalidTraffic invalidTraffic;

    public Submissions(
            Authenticator authenticator, InstantSource clock, InvalidTraffic invalidTraffic) {
        this.authenticator = authenticator;
        this.clock = clock;
        this.invalidTraffic = invalidTraffic;
    }

    /// The circumstances of the report.
    ///
    /// @throws io.interlude.web.refusal.ProblemException if the key is missing, unknown or of a
    ///   kind that may not report in this form
    public Submission read(ServerRequest request, EventForm form) {
        return new Submission(
                authenticator.authenticate(request, allowed(form)),
                form,
                clock.instant(),
                idempotencyKey(request),
                "",
                form == EventForm.PIXEL ? visit(request) : null,
                null);
    }

    /// Counts the further events of a batch to the rate of its key.
    void chargeBatch(Submission submission, int events) {
        authenticator.charge(submission.caller(), events - 1L);
    }

    /// Only a pixel is asked for by the visitor; everything else an application sends.
    private @Nullable TrafficClass visit(ServerRequest request) {
        return invalidTraffic.ofPixel(request).orElse(null);
    }

    /// Which types a publisher tag may post is decided with the event.
    private static Set<KeyKind> allowed(EventForm form) {
        return switch (form) {
            case API, BATCH, PIXEL -> SERVER_KEYS_AND_TAGS;
            case OFFLINE, REDRIVE, REDRIVE_OFFLINE, REDRIVE_PIXEL -> SERVER_KEYS;
        };
    }

    private static @Nullable String idempotencyKey(ServerRequest request) {
        String key = request.headers().firstHeader("Idempotency-Key");
        return key == null || key.isBlank() ? null : key.strip();
    }
}
