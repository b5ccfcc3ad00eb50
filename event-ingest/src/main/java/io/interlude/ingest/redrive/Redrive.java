package io.interlude.ingest.redrive;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.event.EventForm;
import io.interlude.ingest.event.Submission;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.json.Json;
import io.interlude.journal.retention.EventOutline;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// A refused event as it is sent again: as if it had been right when it was first received.
///
/// @param submission received when the refused event was, for the application that it came from
/// @param eventId the same however often the event is sent again
record Redrive(ObjectNode body, Submission submission, UUID eventId) {
    private static final String SUBJECT = "redrive";
    private static final String INVALID_TRAFFIC = "invalidTraffic";

    /// The refused event with the correction, or as it was when that is empty.
    ///
    /// @param window for how long events are matched and remembered
    /// @throws ProblemException if the event cannot be sent again any more
    static Redrive of(
            EventRejected rejected,
            ObjectNode correction,
            Caller caller,
            EventIds eventIds,
            Instant now,
            Duration window) {
        if (rejected.getReceivedAt().plus(window).isBefore(now)) {
            throw refusal("id", "The event was refused too long ago to be sent again.");
        }
        ObjectNode body = correction.isEmpty() ? original(rejected) : correction;
        requireRemembered(body, now.minus(window));
        String application = rejected.getApplicationId();
        Caller sender =
                new Caller(
                        caller.orgId(),
                        caller.keyId(),
                        caller.kind(),
                        application == null ? null : new ApplicationId(application),
                        caller.mostPixelMicros(),
                        caller.actor());
        UUID eventId = eventIds.derive(caller.orgId(), SUBJECT, rejected.getEventId());
        return new Redrive(
                body,
                Submission.again(
                        sender,
                        form(rejected.getSource(), body),
                        rejected.getReceivedAt(),
                        correction.isEmpty() ? known(rejected) : null),
                eventId);
    }

    /// What the aggregator refused had a pseudonym already.
    private static @Nullable Subscriber known(EventRejected rejected) {
        String subscriber = rejected.getSubscriber();
        return subscriber == null ? null : new Subscriber(subscriber);
    }

    private static ObjectNode original(EventRejected rejected) {
        if (EventOutline.is(rejected)) {
            throw Problem.of(
                            Reason.PAST_RETENTION,
                            "Your org does not keep the bodies of events as old as this one: send"
                                    + " one.")
                    .exception();
        }
        ObjectNode body = parsed(rejected.getBodyJson());
        if (body.has(INVALID_TRAFFIC)) {
            throw refusal(
                    INVALID_TRAFFIC,
                    "No person caused this event, and sent again it would count: send a body if"
                            + " that is meant.");
        }
        return body;
    }

    private static ObjectNode parsed(@Nullable String json) {
        try {
            return json != null && Json.MAPPER.readTree(json) instanceof ObjectNode body
                    ? body
                    : Json.MAPPER.createObjectNode();
        } catch (JacksonException e) {
            return Json.MAPPER.createObjectNode();
        }
    }

    /// An event of a forgotten fetch would be answered 201 and then never match.
    private static void requireRemembered(ObjectNode body, Instant since) {
        String field = body.has("fetchEventId") ? "fetchEventId" : "messageId";
        FetchId.parse(body.path(field).asString(""))
                .filter(fetch -> fetch.madeAt().isBefore(since))
                .ifPresent(_ -> {
                    throw Problem.ofField(
                                    Reason.UNKNOWN_FETCH,
                                    field,
                                    "The fetch is too old for its events to be sent again.")
                            .exception();
                });
    }

    /// What came without a version and was no custom event was a conversion.
    private static EventForm form(EventSource source, ObjectNode body) {
        if (body.has("version")) {
            return EventForm.REDRIVE;
        }
        return switch (source) {
            case offline -> EventForm.REDRIVE_OFFLINE;
            case pixel -> EventForm.REDRIVE_PIXEL;
            case UNKNOWN, fetch, api, batch, redirect, redrive -> EventForm.REDRIVE;
        };
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_EVENT_DATA, field, description).exception();
    }
}
