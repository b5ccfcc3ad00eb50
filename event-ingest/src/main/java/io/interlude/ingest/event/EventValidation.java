package io.interlude.ingest.event;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.money.Money;
import io.interlude.ingest.event.ReportedEvent.Occurrence;
import io.interlude.ingest.flow.FlowEventData;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.json.Json;
import io.interlude.journal.record.EventKind;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Checks reported events (the specification's 2.5 and 6). Pure: the same body under the same
/// circumstances always gets the same verdict.
///
/// The first fault found is the one told. Order: `version`, `eventType`, whether the key may report
/// that type, the fetch id, `timestamp`, `subscriber`, `eventData`, `Idempotency-Key`.
public final class EventValidation {
    static final int MAX_IDEMPOTENCY_KEY_CHARACTERS = 128;

    private static final String MESSAGE_ID = "messageId";

    /// How long after its fetch a conversion is kept as a fact.
    private static final Duration FACT_WINDOW = Duration.ofDays(400);

    private static final Map<String, EventType> REPORTABLE =
            Stream.of(
                            EventKind.DELIVERY,
                            EventKind.CLICK,
                            EventKind.CONVERSION,
                            EventKind.FLOW_STEP)
                    .flatMap(kind -> kind.types().stream())
                    .collect(Collectors.toUnmodifiableMap(EventType::name, type -> type));

    private final FetchIdentity identity;
    private final Duration attributionWindow;
    private final Pseudonyms pseudonyms;

    /// @param attributionWindow for how long after its fetch a conversion is attributed to it
    public EventValidation(
            FetchIdentity identity, Duration attributionWindow, Pseudonyms pseudonyms) {
        this.identity = identity;
        this.attributionWindow = attributionWindow;
        this.pseudonyms = pseudonyms;
    }

    EventVerdict validate(ObjectNode json, Submission submission) {
        Check check = new Check(new EventBody(json), submission);
        try {
            ReportedEvent event = check.event();
            FetchId fetchId = event.occurrence().fetchId();
            return fetchId != null && fetchId.sandbox()
                    ? new EventVerdict.Sandboxed(fetchId)
                    : new EventVerdict.Accepted(event);
        } catch (ProblemException refusal) {
            return new EventVerdict.Refused(refusal.problem(), check.type, check.fetchId);
        }
    }

    /// One event's way through the checks; knows how far it got.
    private final class Check {
        private final EventBody body;
        private final Submission submission;
        private EventType type = EventType.UNKNOWN;
        private @Nullable FetchId fetchId;

        Check(EventBody body, Submission submission) {
            this.body = body;
            this.submission = submission;
        }

        ReportedEvent event() {
            ReportedEvent event =
                    switch (submission.form()) {
                        case API, REDRIVE -> isLegacy() ? custom() : versionTwo();
                        case BATCH -> versionTwo();
                        case OFFLINE, REDRIVE_OFFLINE -> offlineConversion();
                        case PIXEL, REDRIVE_PIXEL -> pixelConversion();
                    };
            requireIdempotencyKey();
            return event;
        }

        private boolean isLegacy() {
            boolean looksLikeVersionTwo = body.has("eventType") || body.has("fetchEventId");
            return !body.has("version")
                    && (body.has("eventName") || (body.has(MESSAGE_ID) && !looksLikeVersionTwo));
        }

        private ReportedEvent versionTwo() {
            body.requireVersionTwo();
            type = reportedType();
            requireKeyAllowed();
            FetchId fetch = proveFetch("fetchEventId");
            if (type == EventType.conversion) {
                requireRecent(fetch, "fetchEventId");
            }
            Instant receivedAt = submission.receivedAt();
            Instant occurredAt = body.timestamp(fetch.madeAt(), receivedAt).orElse(receivedAt);
            return event(new Occurrence(fetch, occurredAt, subscriber()));
        }

        /// The pseudonym of whom the body names, or the one by which the event was known before.
        /// Null while none can be made: the id itself is written nowhere.
        private @Nullable Subscriber subscriber() {
            SubscriberId id = body.subscriber();
            return id == null
                    ? submission.subscriber()
                    : pseudonyms.of(submission.caller().orgId(), id).orElse(null);
        }

        private ReportedEvent event(Occurrence occurrence) {
            if (FlowEventData.isFlowEvent(type)) {
                return new ReportedEvent.FlowStep(
                        type, occurrence, FlowEventData.read(type, body.requireEventData()));
            }
            return switch (type) {
                case click -> new ReportedEvent.Click(occurrence, dataJson(body.eventData()));
                case conversion -> conversion(occurrence);
                default -> new ReportedEvent.Delivery(type, occurrence, dataJson(body.eventData()));
            };
        }

        private ReportedEvent custom() {
            type = EventType.custom;
            requireKeyAllowed();
            Occurrence occurrence = now(proveFetch(MESSAGE_ID));
            return new ReportedEvent.Custom(
                    occurrence, ApiKeys.redacted(body.eventName()), dataJson(body.eventData()));
        }

        private ReportedEvent offlineConversion() {
            type = EventType.conversion;
            if (!body.has(MESSAGE_ID)) {
                SubscriberId id = body.subscriber();
                if (id != null) {
                    return conversion(new Occurrence(null, submission.receivedAt(), pseudonym(id)));
                }
            }
            FetchId fetch = proveFetch(MESSAGE_ID);
            requireRecent(fetch, MESSAGE_ID);
            return conversion(now(fetch));
        }

        /// Without one the fact would belong to no subscriber.
        private Subscriber pseudonym(SubscriberId id) {
            return pseudonyms
                    .of(submission.caller().orgId(), id)
                    .orElseThrow(() ->
                            new StateUnavailableException(
                                    "the org's subscriber keys are not known yet"));
        }

        private ReportedEvent pixelConversion() {
            type = EventType.conversion;
            if (body.has(MESSAGE_ID)) {
                requireRecent(proveFetch(MESSAGE_ID), MESSAGE_ID);
            }
            ReportedEvent.Conversion conversion = conversion(now(fetchId));
            if (conversion.value().name() == null) {
                throw EventBody.malformed("name", "name is missing: name the tracked activity.");
            }
            requireBelievable(conversion.value());
            return conversion;
        }

        /// The key of a pixel is in every visitor's hands. What was refused and is sent again comes
        /// from the org itself.
        private void requireBelievable(ConversionValue value) {
            long most = submission.caller().mostPixelMicros();
            if (submission.form() == EventForm.PIXEL
                    && value.micros() != null
                    && value.micros() > most) {
                throw EventBody.malformed(
                        "eventData.value",
                        "value is over the pixel's bound of "
                                + Money.decimalString(most)
                                + ": raise maxConversionValue of its key, or report the conversion"
                                + " by a server.");
            }
        }

        private ReportedEvent.Conversion conversion(Occurrence occurrence) {
            ObjectNode data = body.eventData();
            ConversionValue value =
                    data == null ? ConversionValue.NOT_TOLD : ConversionValue.read(data);
            return new ReportedEvent.Conversion(
                    occurrence, value, dataJson(data), isLate(occurrence.fetchId()));
        }

        private Occurrence now(@Nullable FetchId fetch) {
            return new Occurrence(fetch, submission.receivedAt(), null);
        }

        private EventType reportedType() {
            return body.text("eventType")
                    .flatMap(name -> Optional.ofNullable(REPORTABLE.get(name)))
                    .orElseThrow(() ->
                            Problem.ofField(
                                            Reason.INVALID_EVENT_TYPE,
                                            "eventType",
                                            "eventType must be send, deliver, read, click,"
                                                    + " conversion or a flow event type.")
                                    .exception());
        }

        private void requireKeyAllowed() {
            boolean ofPage =
                    FlowEventData.isFlowEvent(type)
                            || type == EventType.deliver
                            || type == EventType.read;
            if (submission.caller().kind() == KeyKind.TAG && !ofPage) {
                throw Problem.of(
                                Reason.KEY_NOT_ALLOWED,
                                "A publisher tag may post flow events, deliver and read only: use"
                                        + " a fetch key.")
                        .exception();
            }
        }

        private FetchId proveFetch(String field) {
            FetchId proven =
                    body.text(field)
                            .flatMap(text -> identity.prove(text, submission.caller().orgId()))
                            .orElseThrow(() -> unknownFetch(field));
            fetchId = proven;
            return proven;
        }

        /// By the time of receipt: the fetch is forgotten after the window, whatever time a late
        /// report claims.
        private boolean isLate(@Nullable FetchId fetch) {
            return fetch != null
                    && submission.receivedAt().isAfter(fetch.madeAt().plus(attributionWindow));
        }

        /// A conversion past the attribution window is still kept as a fact.
        private void requireRecent(FetchId fetch, String field) {
            if (isLate(fetch)
                    && submission.receivedAt().isAfter(fetch.madeAt().plus(FACT_WINDOW))) {
                throw Problem.ofField(
                                Reason.UNKNOWN_FETCH, field, "The fetch is more than 400 days old.")
                        .exception();
            }
        }

        private void requireIdempotencyKey() {
            String key = submission.idempotencyKey();
            if (key != null && key.length() > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
                throw EventBody.malformed(
                        "Idempotency-Key", "Idempotency-Key must be at most 128 characters.");
            }
        }
    }

    private static ProblemException unknownFetch(String field) {
        return Problem.ofField(
                        Reason.UNKNOWN_FETCH,
                        field,
                        field + " must be the messageId of one of your org's fetches.")
                .exception();
    }

    private static @Nullable String dataJson(@Nullable ObjectNode data) {
        return data == null ? null : ApiKeys.redacted(Json.MAPPER.writeValueAsString(data));
    }
}
