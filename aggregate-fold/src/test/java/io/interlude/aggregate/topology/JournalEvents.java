package io.interlude.aggregate.topology;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.NoFillCause;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.CapScope;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Journal records for tests, of the org `acme`. Ids are made from a counter, so that runs repeat.
public final class JournalEvents {
    public static final String ORG = "acme";
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private long sequence;

    /// An id of a fetch made at the time, in partition 0.
    public String fetchId(Instant at) {
        return fetchId(at, 0);
    }

    /// An id of a fetch made at the time, in a partition.
    String fetchId(Instant at, int partition) {
        sequence++;
        return new FetchId(
                        new UUID(
                                at.toEpochMilli() << 16 | 0x8000 | partition,
                                0x8000_0000_0000_0000L | sequence))
                .toString();
    }

    public AdFetched fetched(String fetchId, Instant at) {
        AdFetched fetched = filled(new AdFetched(), EventType.fetch, fetchId, at);
        fetched.setAdUnitId("unit-id");
        fetched.setAdUnitCode("unit");
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setFormat(RenderFormat.native$);
        fetched.setAttributesJson("{}");
        fetched.setCandidates(List.of());
        fetched.setCampaignId("campaign");
        fetched.setLineItemId("line");
        fetched.setCreativeId("card");
        fetched.setCreativeVersion(1);
        fetched.setPriceModel(PriceModel.cpc);
        fetched.setPriceMicros(500_000);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setFrequencyScopes(List.of());
        return fetched;
    }

    public AdFetched fetchedBy(String subscriber, String fetchId, Instant at) {
        AdFetched fetched = fetched(fetchId, at);
        fetched.setSubscriber(subscriber);
        fetched.setFrequencyScopes(List.of(new FrequencyScope(CapScope.lineItem, "line", 3)));
        return fetched;
    }

    /// Without a subscriber.
    public AdFetched fetchedIn(String conversation, String fetchId, Instant at) {
        AdFetched fetched = fetched(fetchId, at);
        fetched.setFrequencyScopes(
                List.of(new FrequencyScope(CapScope.conversation, conversation, 3)));
        return fetched;
    }

    public AdNotFilled notFilled(Instant at) {
        AdNotFilled notFilled = filled(new AdNotFilled(), EventType.no_fill, null, at);
        notFilled.setAdUnitId("unit-id");
        notFilled.setAdUnitCode("unit");
        notFilled.setFormat(RenderFormat.native$);
        notFilled.setAttributesJson("{}");
        notFilled.setCandidates(List.of());
        notFilled.setReason("no_demand");
        return notFilled;
    }

    public DeliveryRecorded delivery(EventType type, String fetchId, Instant at) {
        return filled(new DeliveryRecorded(), type, fetchId, at);
    }

    public ClickRecorded click(String fetchId, int actionIndex, Instant at) {
        ClickRecorded click = filled(new ClickRecorded(), EventType.click, fetchId, at);
        click.setActionIndex(actionIndex);
        return click;
    }

    public ConversionRecorded conversion(
            @Nullable String fetchId, @Nullable Long valueMicros, Instant at) {
        ConversionRecorded conversion =
                filled(new ConversionRecorded(), EventType.conversion, fetchId, at);
        conversion.setValueMicros(valueMicros);
        conversion.setCurrency(valueMicros == null ? null : "EUR");
        return conversion;
    }

    /// A fetch that served the flow of [ServedAds].
    AdFetched fetchedFlow(String fetchId, Instant at) {
        AdFetched fetched = fetched(fetchId, at);
        fetched.setFormat(RenderFormat.flow);
        return fetched;
    }

    /// A step that can happen in the flow of [ServedAds].
    public FlowEventRecorded flowStep(EventType type, String fetchId, Instant at) {
        String node =
                switch (type) {
                    case flow_complete -> "shop";
                    case handoff_click -> "chat";
                    default -> "ask";
                };
        String answer = type == EventType.nlu_match ? "later" : "yes";
        return flowStep(type, node, answer, fetchId, at);
    }

    /// Any step, possible or not.
    ///
    /// @param answer choice or intent, where the type has one
    FlowEventRecorded flowStep(
            EventType type, String node, String answer, String fetchId, Instant at) {
        FlowEventRecorded step = filled(new FlowEventRecorded(), type, fetchId, at);
        switch (type) {
            case flow_complete -> step.setTerminalNodeId(node);
            case flow_abandon -> {
                step.setLastNodeId(node);
                step.setReason("user_exit");
            }
            default -> step.setNodeId(node);
        }
        step.setChoiceId(type == EventType.choice_tap ? answer : null);
        step.setIntent(type == EventType.nlu_match ? answer : null);
        return step;
    }

    public CustomEventRecorded custom(String fetchId, Instant at) {
        CustomEventRecorded custom =
                filled(new CustomEventRecorded(), EventType.custom, fetchId, at);
        custom.setEventName("viewed");
        return custom;
    }

    public FeedbackRecorded feedback(FeedbackKind kind, String fetchId, Instant at) {
        FeedbackRecorded feedback = filled(new FeedbackRecorded(), EventType.feedback, fetchId, at);
        feedback.setKind(kind);
        return feedback;
    }

    /// The correction of any event, as the endpoint writes it.
    public CorrectionRecorded correction(JournalEvent event, Instant at) {
        CorrectionRecorded correction =
                filled(new CorrectionRecorded(), event.getEventType(), event.getFetchId(), at);
        correction.setEventId("correction-" + event.getEventId());
        correction.setCorrectionId("correction");
        correction.setCorrectedEventId(event.getEventId());
        correction.setCorrectedAt(event.getOccurredAt());
        correction.setReason("bots");
        correction.setFormat(RenderFormat.UNKNOWN);
        correction.setFrequencyScopes(List.of());
        switch (event) {
            case AdFetched fetched -> {
                correction.setBilledMicros(fetched.getBilledMicros());
                correction.setFrequencyScopes(fetched.getFrequencyScopes());
            }
            case AdNotFilled notFilled -> {
                correction.setAdUnitCode(notFilled.getAdUnitCode());
                correction.setFormat(notFilled.getFormat());
                correction.setNoFillsBy(
                        NoFillCauseCodec.read(notFilled).stream().map(NoFillCause::key).toList());
            }
            case ConversionRecorded conversion -> {
                correction.setValueMicros(conversion.getValueMicros());
                correction.setCurrency(conversion.getCurrency());
                correction.setInvalidTraffic(conversion.getInvalidTraffic());
            }
            default -> {
                // Nothing more is written of the others.
            }
        }
        return correction;
    }

    private <V extends JournalEvent> V filled(
            V event, EventType type, @Nullable String fetchId, Instant at) {
        sequence++;
        event.setEventId(
                new UUID(at.toEpochMilli() << 16 | 0x7000, Long.MIN_VALUE | sequence).toString());
        event.setEventType(type);
        event.setOccurredAt(at);
        event.setReceivedAt(at);
        event.setOrgId(ORG);
        event.setApplicationId("app");
        event.setFetchId(fetchId);
        event.setTest(false);
        event.setSource(EventSource.api);
        return event;
    }
}
