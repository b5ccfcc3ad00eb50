package io.interlude.benchmark.rebalance;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.CapScope;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/// Subscribers by number, and what they are served. A subscriber is always served the same line
/// item, so each of its fetches advances the same four counters.
final class RebalanceAudience {
    static final OrgId ORG = new OrgId("rebalance");

    private static final int LINE_ITEMS = 10;
    private static final int CAMPAIGNS = 2;
    private static final int KEEP_TIMES = 5;
    private static final int ID_WORDS = 12;
    private static final int PARTITION_BITS = 16;
    private static final long VERSION_8 = 0x8000;

    private final int partitions;

    RebalanceAudience(int partitions) {
        this.partitions = partitions;
    }

    /// Three hashes in hex, longer than a real one: a gigabyte is then filled in minutes.
    Subscriber subscriber(int number) {
        SplittableRandom random = new SplittableRandom(number);
        ByteBuffer bytes = ByteBuffer.allocate(ID_WORDS * Long.BYTES);
        for (int i = 0; i < ID_WORDS; i++) {
            bytes.putLong(random.nextLong());
        }
        return new Subscriber(HexFormat.of().formatHex(bytes.array()));
    }

    int partition(Subscriber subscriber) {
        return JournalPartitions.of(ORG, subscriber, partitions);
    }

    int partitions() {
        return partitions;
    }

    /// @param sequence another one for each fetch
    AdFetched fetch(int number, Subscriber subscriber, long sequence, Instant at) {
        int lineItem = number % LINE_ITEMS;
        AdFetched fetch = new AdFetched();
        FetchId fetchId = fetchId(partition(subscriber), sequence, at);
        fetch.setEventId(fetchId.uuid().toString());
        fetch.setEventType(EventType.fetch);
        fetch.setOccurredAt(at);
        fetch.setReceivedAt(at);
        fetch.setBillOn(BillOn.fetch);
        fetch.setConversionGoals(List.of());
        fetch.setOrgId(ORG.value());
        fetch.setApplicationId("app");
        fetch.setFetchId(fetchId.toString());
        fetch.setSubscriber(subscriber.value());
        fetch.setSource(EventSource.fetch);
        fetch.setAdUnitId("unit-1");
        fetch.setAdUnitCode("chat-pause");
        fetch.setFormat(RenderFormat.native$);
        fetch.setCampaignId(id("campaign", lineItem % CAMPAIGNS));
        fetch.setLineItemId(id("line-item", lineItem));
        fetch.setCreativeId(id("creative", lineItem));
        fetch.setCreativeVersion(1);
        fetch.setPriceModel(PriceModel.cpm);
        fetch.setPriceMicros(4_000_000);
        fetch.setBilledMicros(4_000);
        fetch.setCurrency("USD");
        fetch.setTimeZone("UTC");
        fetch.setAttributesJson("{}");
        fetch.setCandidates(List.of());
        fetch.setFrequencyScopes(
                List.of(
                        scope(CapScope.lineItem, fetch.getLineItemId()),
                        scope(CapScope.campaign, fetch.getCampaignId()),
                        scope(CapScope.adUnit, fetch.getAdUnitId()),
                        scope(CapScope.creative, fetch.getCreativeId())));
        return fetch;
    }

    private static FrequencyScope scope(CapScope scope, String id) {
        return new FrequencyScope(scope, id, KEEP_TIMES);
    }

    private static String id(String kind, int number) {
        byte[] name = (kind + number).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(name).toString();
    }

    /// Without a proof: nobody asks for it behind the fetch service.
    private static FetchId fetchId(int partition, long sequence, Instant at) {
        long high = at.toEpochMilli() << PARTITION_BITS | VERSION_8 | partition;
        return new FetchId(new UUID(high, Long.MIN_VALUE | sequence));
    }
}
