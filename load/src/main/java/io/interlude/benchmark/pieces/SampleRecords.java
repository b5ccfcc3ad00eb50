package io.interlude.benchmark.pieces;

import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/// Journal records of an ordinary fetch with ten candidates, and of a click on it.
final class SampleRecords {
    static final String ORG = "org-benchmark";

    private static final Instant AT = Instant.parse("2026-06-10T16:00:00Z");
    private static final String FETCH_ID = "native-01978e2a-4c00-8001-8000-00000000002a";
    private static final int CANDIDATES = 10;

    private SampleRecords() {}

    static AdFetched fetch() {
        AdFetched fetch = new AdFetched();
        fill(fetch, EventType.fetch);
        fetch.setSubscriber("c3Vic2NyaWJlci1wc2V1ZG9ueW0");
        fetch.setAdUnitId("unit-1");
        fetch.setAdUnitCode("chat-pause");
        fetch.setBillOn(BillOn.fetch);
        fetch.setConversionGoals(List.of());
        fetch.setFormat(RenderFormat.native$);
        fetch.setAttributesJson("{\"country\": \"US\", \"tier\": \"gold\"}");
        fetch.setCandidates(
                IntStream.range(0, CANDIDATES).mapToObj(SampleRecords::candidate).toList());
        fetch.setFrequencyScopes(List.<FrequencyScope>of());
        fetch.setCampaignId("campaign-1");
        fetch.setLineItemId("line-item-1");
        fetch.setCreativeId("creative-1");
        fetch.setCreativeVersion(1);
        fetch.setPriceModel(PriceModel.cpm);
        fetch.setPriceMicros(4_000_000);
        fetch.setBilledMicros(4_000);
        fetch.setCurrency("USD");
        fetch.setTimeZone("UTC");
        return fetch;
    }

    private static CandidateVerdict candidate(int number) {
        CandidateVerdict candidate = new CandidateVerdict();
        candidate.setLineItemId("line-item-" + number);
        candidate.setRule(number == 1 ? "selected" : "outranked");
        candidate.setUrgency(1.0 + number / 10.0);
        return candidate;
    }

    static ClickRecorded click() {
        ClickRecorded click = new ClickRecorded();
        fill(click, EventType.click);
        return click;
    }

    /// The metadata that every event begins with, by position.
    private static void fill(JournalEvent event, EventType type) {
        event.setEventId(UUID.nameUUIDFromBytes(new byte[] {1}).toString());
        event.setEventType(type);
        event.setOccurredAt(AT);
        event.setReceivedAt(AT);
        event.setOrgId(ORG);
        event.setApplicationId("app-1");
        event.setFetchId(FETCH_ID);
        event.setTest(false);
        event.setSource(EventSource.api);
        event.setKeyId("key-1");
    }
}
