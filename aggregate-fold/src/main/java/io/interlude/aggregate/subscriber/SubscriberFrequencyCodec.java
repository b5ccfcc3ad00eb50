package io.interlude.aggregate.subscriber;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Subscriber counters between Avro and the domain.
public final class SubscriberFrequencyCodec {
    private SubscriberFrequencyCodec() {}

    public static SubscriberCounters toDomain(SubscriberFrequency frequency) {
        List<Integer> repeats = frequency.getRepeats();
        List<io.interlude.domain.frequency.FrequencyCounter> counters =
                new ArrayList<>(frequency.getCounters().size());
        for (FrequencyCounter counter : frequency.getCounters()) {
            int index = counters.size();
            counters.add(
                    new io.interlude.domain.frequency.FrequencyCounter(
                            CapScopeCodec.read(counter.getScope()),
                            counter.getId(),
                            counter.getLifetime(),
                            index < repeats.size()
                                    ? repeated(counter.getTimes(), repeats.get(index))
                                    : counter.getTimes()));
        }
        return new SubscriberCounters(frequency.getAppliedOffset(), counters);
    }

    private static List<Instant> repeated(List<Instant> times, int repeats) {
        if (times.isEmpty()) {
            return times;
        }
        List<Instant> all =
                new ArrayList<>(
                        Collections.nCopies(
                                Math.clamp(repeats, 0, FrequencyCap.LARGEST_MAX),
                                times.getFirst()));
        all.addAll(times);
        return all;
    }

    static SubscriberFrequency toAvro(SubscriberCounters counters) {
        List<FrequencyCounter> written = new ArrayList<>(counters.counters().size());
        List<Integer> repeats = new ArrayList<>();
        for (io.interlude.domain.frequency.FrequencyCounter counter : counters.counters()) {
            int repeated = counter.repeats();
            if (repeated > 0) {
                repeats.addAll(Collections.nCopies(written.size() - repeats.size(), 0));
                repeats.add(repeated);
            }
            written.add(
                    new FrequencyCounter(
                            CapScopeCodec.write(counter.scope()),
                            counter.id(),
                            counter.lifetime(),
                            counter.times().subList(repeated, counter.times().size())));
        }
        return new SubscriberFrequency(counters.appliedOffset(), written, repeats);
    }

    /// The counters that a fetch advances, without those of a scope that this build does not know,
    /// or that no fetch advances.
    public static List<FrequencyAdvance> advances(List<FrequencyScope> scopes) {
        return scopes.stream()
                .filter(scope -> scope.getScope() != CapScope.UNKNOWN)
                .filter(scope -> scope.getScope() != CapScope.hidden)
                .map(scope ->
                        new FrequencyAdvance(
                                CapScopeCodec.read(scope.getScope()),
                                scope.getId(),
                                scope.getKeepTimes()))
                .toList();
    }
}
