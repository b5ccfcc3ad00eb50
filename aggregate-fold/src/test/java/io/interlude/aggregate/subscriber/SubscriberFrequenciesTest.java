package io.interlude.aggregate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubscriberFrequenciesTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final String KEY =
            SubscriberFrequencies.key(new OrgId("acme"), new Subscriber("ana"));

    private final JournalDriver driver = new JournalDriver();
    private final KeyValueStore<String, SubscriberFrequency> store =
            driver.store("subscriber-frequencies");
    private final SubscriberFrequencies frequencies = new SubscriberFrequencies(store);
    private SubscriberCounters expected = SubscriberCounters.NONE;
    private long offset;

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void largeCountersAreAsIfEachChangeHadRewrittenThem() {
        Random random = new Random(19);
        serveMany();

        for (int change = 0; change < 500; change++) {
            Instant at = START.plusSeconds(random.nextInt(20_000));
            List<FrequencyAdvance> advances =
                    advances(random.nextInt(4), random.nextInt(60) == 0 ? 16 : 1_000);
            switch (random.nextInt(20)) {
                case 0 -> {
                    frequencies.retract(KEY, advances, at);
                    expected = FrequencyFold.retract(expected, advances, at);
                }
                case 1, 2, 3 -> {
                    String advertiser = "a" + random.nextInt(9);
                    frequencies.hide(KEY, advertiser, at);
                    expected = HiddenAdvertisers.hide(expected, advertiser, at);
                }
                default -> {
                    // One of them twice, as of a record that was written again.
                    serve(advances, at, offset);
                    serve(advances, at, offset += random.nextInt(2));
                }
            }
            assertThat(SubscriberFrequencies.counters(store, KEY)).isEqualTo(expected);
        }
    }

    @Test
    void oneFetchInManyRewritesLargeCounters() {
        serveMany();
        Set<Long> written = new HashSet<>();

        for (int fetch = 0; fetch < 170; fetch++) {
            serve(advances(4, 1_000), START.plusSeconds(90_000 + fetch), offset++);
            SubscriberFrequency kept = store.get(KEY);
            assertThat(kept).isNotNull();
            written.add(kept.getAppliedOffset());
        }

        assertThat(written).hasSizeLessThanOrEqualTo(12);
        assertThat(keys()).hasSizeBetween(2, 1 + SubscriberFrequencies.CHANGES_MAX);
    }

    @Test
    void nothingIsLeftOfOneWhoIsDropped() {
        serveMany();
        frequencies.drop(KEY);

        assertThat(keys()).isEmpty();
        assertThat(SubscriberFrequencies.counters(store, KEY)).isEqualTo(SubscriberCounters.NONE);
    }

    /// More than make the entry large.
    private void serveMany() {
        for (int fetch = 0; fetch < 700; fetch++) {
            serve(advances(4, 1_000), START.plusSeconds(fetch), offset++);
        }
        assertThat(SubscriberFrequencies.counters(store, KEY)).isEqualTo(expected);
    }

    private Set<String> keys() {
        Set<String> keys = new HashSet<>();
        try (var entries = store.all()) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        return keys;
    }

    private void serve(List<FrequencyAdvance> advances, Instant at, long place) {
        frequencies.apply(KEY, advances, at, place);
        expected = FrequencyFold.advance(expected, advances, at, place);
    }

    private static List<FrequencyAdvance> advances(int count, int keepTimes) {
        return IntStream.range(0, count)
                .mapToObj(id -> new FrequencyAdvance(CapScope.LINE_ITEM, "l" + id, keepTimes))
                .toList();
    }
}
