package io.interlude.report.audit;

import io.interlude.domain.identity.FetchId;
import io.interlude.report.fixture.Cells;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/// Records of the org and dimensions of [Cells].
public final class AuditedEvents {
    public static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

    private long sequence;

    public static RollupCell.Builder cell() {
        return Cells.aCell(AT.toString());
    }

    public AdFetched fetched(PriceModel model, String subscriber) {
        sequence++;
        FetchId id =
                new FetchId(
                        new UUID(
                                AT.toEpochMilli() << 16 | 0x8000,
                                0x8000_0000_0000_0000L | sequence));
        AdFetched fetched = new AdFetched();
        fetched.setFrequencyScopes(List.of());
        fill(fetched, EventType.fetch, id.toString(), AT);
        fetched.setSubscriber(subscriber);
        fetched.setApplicationId("app-1");
        fetched.setAdUnitId("home");
        fetched.setAdUnitCode("home");
        fetched.setAttributesJson("{}");
        fetched.setCampaignId("c-1");
        fetched.setLineItemId("li-1");
        fetched.setCreativeId("cr-1");
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setFormat(RenderFormat.native$);
        fetched.setPriceModel(model);
        fetched.setPriceMicros(5_000);
        fetched.setBilledMicros(model == PriceModel.cpm ? 5 : 0);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setCandidates(List.of());
        return fetched;
    }

    public ClickRecorded click(AdFetched of, long afterSeconds) {
        ClickRecorded click = new ClickRecorded();
        fill(click, EventType.click, of.getFetchId(), AT.plusSeconds(afterSeconds));
        click.setActionIndex(0);
        return click;
    }

    public DeliveryRecorded delivery(AdFetched of, EventType type) {
        DeliveryRecorded delivery = new DeliveryRecorded();
        fill(delivery, type, of.getFetchId(), AT);
        return delivery;
    }

    public FeedbackRecorded feedback(AdFetched of, FeedbackKind kind) {
        FeedbackRecorded feedback = new FeedbackRecorded();
        fill(feedback, EventType.feedback, of.getFetchId(), AT);
        feedback.setKind(kind);
        return feedback;
    }

    public CustomEventRecorded custom(AdFetched of, String name) {
        CustomEventRecorded custom = new CustomEventRecorded();
        fill(custom, EventType.custom, of.getFetchId(), AT);
        custom.setEventName(name);
        return custom;
    }

    public ConversionRecorded conversion(AdFetched of, long micros, String currency) {
        ConversionRecorded conversion = new ConversionRecorded();
        fill(conversion, EventType.conversion, of.getFetchId(), AT);
        conversion.setValueMicros(micros);
        conversion.setCurrency(currency);
        return conversion;
    }

    public CorrectionRecorded correction(SpecificRecord event) {
        CorrectionRecorded correction = new CorrectionRecorded();
        fill(correction, (EventType) event.get(1), (String) event.get(6), AT);
        correction.setCorrectedEventId((String) event.get(0));
        correction.setCorrectionId("correction");
        correction.setCorrectedAt(AT);
        correction.setReason("bots");
        correction.setFormat(RenderFormat.UNKNOWN);
        correction.setFrequencyScopes(List.of());
        return correction;
    }

    private void fill(SpecificRecord event, EventType type, String fetchId, Instant at) {
        sequence++;
        event.put(0, new UUID(0x7000, Long.MIN_VALUE | sequence).toString());
        event.put(1, type);
        event.put(2, at);
        event.put(3, at);
        event.put(4, Cells.ORG);
        event.put(6, fetchId);
        event.put(8, false);
        event.put(9, EventSource.api);
    }
}
