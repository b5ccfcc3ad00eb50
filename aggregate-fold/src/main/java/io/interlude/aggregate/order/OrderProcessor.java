package io.interlude.aggregate.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.matching.OrderClaims.Claim;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.OrderClaim;
import io.interlude.schema.RenderFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Gives each order to one of the fetches that claim it, and tells those that do not have it.
public final class OrderProcessor
        implements Processor<String, SpecificRecord, String, CorrectionRecorded> {
    /// How long an order is known after its latest claim, in the time of the journal: as long as
    /// conversions are taken as facts.
    static final Duration RETENTION = Duration.ofDays(400);

    private static final Duration EXPIRY_INTERVAL = Duration.ofMinutes(1);
    private static final int EXPIRED_MAX = 5_000;
    private static final String REASON = "order";

    private final String storeName;
    private @Nullable ProcessorContext<String, CorrectionRecorded> context;
    private @Nullable ClaimedOrders orders;

    public OrderProcessor(String storeName) {
        this.storeName = storeName;
    }

    /// Of the claims on their way to where orders are given.
    public static Serde<SpecificRecord> claims() {
        return StateSerde.of(List.of(OrderClaim.class));
    }

    @Override
    public void init(ProcessorContext<String, CorrectionRecorded> context) {
        this.context = context;
        ClaimedOrders claimed = new ClaimedOrders(context.getStateStore(storeName));
        orders = claimed;
        var _ =
                context.schedule(
                        EXPIRY_INTERVAL,
                        PunctuationType.STREAM_TIME,
                        millis ->
                                claimed.expire(
                                        Instant.ofEpochMilli(millis).minus(RETENTION),
                                        EXPIRED_MAX));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        if (!(record.value() instanceof OrderClaim claim)
                || !claim.getOrderKey().equals(record.key())) {
            throw new IllegalArgumentException("not a claim of its key");
        }
        ProcessorContext<String, CorrectionRecorded> present =
                requireNonNull(context, "not initialised");
        RecordMetadata source = present.recordMetadata().orElseThrow();
        for (Claim told : requireNonNull(orders, "not initialised").apply(claim)) {
            String fetchId = told.fetchId().toString();
            String id = "%s %d %d".formatted(fetchId, source.partition(), source.offset());
            Instant at = later(claim.getClaimedAt(), told.claimedAt());
            CorrectionRecorded correction = told(claim, told, at);
            correction.setReceivedAt(Instant.ofEpochMilli(present.currentSystemTimeMs()));
            correction.setEventId(UUID.nameUUIDFromBytes(id.getBytes(UTF_8)).toString());
            present.forward(new Record<>(fetchId, correction, Math.max(0, at.toEpochMilli())));
        }
    }

    /// In the time of the journal, which fetches are forgotten by; and never before what the fetch
    /// is told about, from where readers look for it.
    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /// Takes no event back, whatever reads it: none has the order's key for its id.
    private static CorrectionRecorded told(OrderClaim claim, Claim told, Instant at) {
        CorrectionRecorded correction = new CorrectionRecorded();
        correction.setEventType(EventType.conversion);
        correction.setOccurredAt(at);
        correction.setOrgId(claim.getOrgId());
        correction.setFetchId(told.fetchId().toString());
        correction.setSource(EventSource.UNKNOWN);
        correction.setCorrectionId(claim.getOrderKey());
        correction.setCorrectedEventId(claim.getOrderKey());
        correction.setCorrectedAt(told.claimedAt());
        correction.setReason(REASON);
        correction.setFrequencyScopes(List.of());
        correction.setFormat(RenderFormat.UNKNOWN);
        correction.setOrderKey(claim.getOrderKey());
        correction.setOrderElsewhere(told.elsewhere());
        return correction;
    }
}
