package io.interlude.journal.record;

import io.interlude.domain.money.Money;
import io.interlude.schema.ConversionGoal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Conversion goals between the journal's records and the domain.
public final class ConversionGoalCodec {
    private ConversionGoalCodec() {}

    /// The goals of a record.
    public static List<io.interlude.domain.catalogue.ConversionGoal> toDomain(
            List<ConversionGoal> goals) {
        return goals.stream()
                .map(goal ->
                        new io.interlude.domain.catalogue.ConversionGoal(
                                goal.getId(),
                                Set.copyOf(goal.getNames()),
                                goal.getEvery(),
                                Duration.ofMillis(goal.getClickWindowMillis()),
                                Duration.ofMillis(goal.getViewWindowMillis()),
                                money(goal.getValue())))
                .toList();
    }

    /// The goals as a record keeps them.
    public static List<ConversionGoal> toAvro(
            List<io.interlude.domain.catalogue.ConversionGoal> goals) {
        List<ConversionGoal> written = new ArrayList<>();
        for (io.interlude.domain.catalogue.ConversionGoal goal : goals) {
            Money value = goal.value();
            written.add(
                    new ConversionGoal(
                            goal.id(),
                            goal.names().stream().sorted().toList(),
                            goal.every(),
                            goal.clickWindow().toMillis(),
                            goal.viewWindow().toMillis(),
                            value == null
                                    ? null
                                    : new io.interlude.schema.Money(
                                            value.amountMicros(), value.currency())));
        }
        return written;
    }

    private static @Nullable Money money(io.interlude.schema.@Nullable Money value) {
        return value == null ? null : new Money(value.getAmountMicros(), value.getCurrency());
    }
}
