package io.interlude.aggregate.subscriber;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.SubscriberFrequency;
import java.util.List;

/// Subscriber counters between Avro and the domain.
public final class SubscriberFrequencyCodec {
    private SubscriberFrequencyCodec() {}

    public static SubscriberCounters toDomain(SubscriberFrequency frequency) {
        return new SubscriberCounters(
                frequency.getAppliedOffset(),
                frequency.getCounters().stream()
                        .map(counter ->
                                new io.interlude.domain.frequency.FrequencyCounter(
                                        scope(counter.getScope()),
                                        counter.getId(),
                                        counter.getLifetime(),
                                        counter.getTimes()))
                        .toList());
    }

    static SubscriberFrequency toAvro(SubscriberCounters counters) {
        return new SubscriberFrequency(
                counters.appliedOffset(),
                counters.counters().stream()
                        .map(counter ->
                                new FrequencyCounter(
                                        scope(counter.scope()),
                                        counter.id(),
                                        counter.lifetime(),
                                        counter.times()))
                        .toList());
    }

    /// The counters that a fetch advances.
    ///
    /// @throws IllegalArgumentException if one has a scope that this build does not know
    public static List<FrequencyAdvance> advances(List<FrequencyScope> scopes) {
        return scopes.stream()
                .map(scope ->
                        new FrequencyAdvance(
                                scope(scope.getScope()), scope.getId(), scope.getKeepTimes()))
                .toList();
    }

    private static io.interlude.domain.frequency.CapScope scope(CapScope scope) {
        return switch (scope) {
            case lineItem -> io.interlude.domain.frequency.CapScope.LINE_ITEM;
            case campaign -> io.interlude.domain.frequency.CapScope.CAMPAIGN;
            case adUnit -> io.interlude.domain.frequency.CapScope.AD_UNIT;
            case creative -> io.interlude.domain.frequency.CapScope.CREATIVE;
            case UNKNOWN -> throw new IllegalArgumentException("unknown cap scope");
        };
    }

    private static CapScope scope(io.interlude.domain.frequency.CapScope scope) {
        return switch (scope) {
            case LINE_ITEM -> CapScope.lineItem;
            case CAMPAIGN -> CapScope.campaign;
            case AD_UNIT -> CapScope.adUnit;
            case CREATIVE -> CapScope.creative;
        };
    }
}
