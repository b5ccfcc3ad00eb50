package io.interlude.aggregate.topology;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.Granularity;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the aggregator keeps, in the words of [NaiveCount], so that the two can be compared.
public final class Counts {
    private Counts() {}

    public static Map<String, Long> counts(List<RollupCell> cells) {
        Map<String, Long> cellToCount = new TreeMap<>();
        for (RollupCell cell : cells) {
            String start =
                    cell.getStartsAt() + "/" + cell.getCreativeId() + "/" + cell.getCurrency();
            Map<String, Long> metricToCount =
                    Map.ofEntries(
                            Map.entry("fetches", cell.getFetches()),
                            Map.entry("noFills", cell.getNoFills()),
                            Map.entry("sends", cell.getSends()),
                            Map.entry("delivers", cell.getDelivers()),
                            Map.entry("reads", cell.getReads()),
                            Map.entry("clicks", cell.getClicks()),
                            Map.entry("uniqueClicks", cell.getUniqueClicks()),
                            Map.entry("conversions", cell.getConversionCount()),
                            Map.entry("value", cell.getConversionValueMicros()),
                            Map.entry("spend", cell.getSpendMicros()),
                            Map.entry("engagements", cell.getEngagements()),
                            Map.entry("invalidClicks", cell.getInvalidClicks()),
                            Map.entry("invalidConversions", cell.getInvalidConversions()),
                            Map.entry("hides", cell.getHides()),
                            Map.entry("feedback", cell.getFeedback()),
                            Map.entry("customEvents", cell.getCustomEvents()));
            if (cell.getNoFillsBy() != null) {
                cell.getNoFillsBy()
                        .forEach((key, count) ->
                                cellToCount.merge(start + "/" + key, count, Long::sum));
            }
            metricToCount.forEach(
                    (metric, count) -> cellToCount.merge(start + "/" + metric, count, Long::sum));
        }
        cellToCount.values().removeIf(count -> count == 0);
        return cellToCount;
    }

    public static ChronoUnit unit(Granularity granularity) {
        return switch (granularity) {
            case minute -> ChronoUnit.MINUTES;
            case hour -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
    }

    /// Creative and count to fetches and engaged fetches.
    public static Map<String, Long> engagements(Map<String, CreativeEngagement> published) {
        Map<String, Long> counts = new TreeMap<>();
        published
                .values()
                .forEach(engagement -> {
                    counts.put(engagement.getCreativeId() + "/fetches", engagement.getFetches());
                    counts.put(
                            engagement.getCreativeId() + "/engagements",
                            engagement.getEngagedFetches());
                });
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /// The same of naive cells.
    public static Map<String, Long> engagementsOf(Map<String, Long> cellToCount) {
        Map<String, Long> counts = new TreeMap<>();
        cellToCount.forEach((cell, count) -> {
            String[] parts = cell.split("/", -1);
            if (parts[3].equals("fetches") || parts[3].equals("engagements")) {
                counts.merge(parts[1] + "/" + parts[3], count, Long::sum);
            }
        });
        return counts;
    }

    public static Map<String, Long> lifetimes(Map<String, Object> keyToFrequency) {
        Map<String, Long> lifetimes = new TreeMap<>();
        keyToFrequency.forEach((key, frequency) ->
                ((SubscriberFrequency) frequency)
                        .getCounters()
                        .forEach(counter ->
                                lifetimes.put(
                                        key.substring(key.indexOf('\0') + 1),
                                        counter.getLifetime())));
        return lifetimes;
    }

    public static Map<String, Long> widened(Map<String, Long> minutes, Granularity granularity) {
        ChronoUnit unit = unit(granularity);
        Map<String, Long> cellToCount = new TreeMap<>();
        minutes.forEach((cell, count) -> {
            int separator = cell.indexOf('/');
            Instant start = Instant.parse(cell.substring(0, separator)).truncatedTo(unit);
            cellToCount.merge(start + cell.substring(separator), count, Long::sum);
        });
        return cellToCount;
    }

    public static Map<String, Long> spentMicros(Map<String, LineItemSpend> spends) {
        Map<String, Long> dayToMicros = new TreeMap<>();
        for (LineItemSpend spend : spends.values()) {
            spend.getDays()
                    .forEach(day ->
                            dayToMicros.put(
                                    spend.getLineItemId() + "/" + day.getEpochDay(),
                                    day.getSpentMicros()));
        }
        dayToMicros.values().removeIf(micros -> micros == 0);
        return dayToMicros;
    }

    /// How many subscribers each cell reached, by its start, creative and format; cells of nobody
    /// left out.
    ///
    /// @param corrected false for what it was before corrections
    public static Map<String, Long> reach(
            List<ReachCell> cells, Granularity granularity, boolean corrected) {
        Map<String, ReachSketch> cellToSketch = new TreeMap<>();
        for (ReachCell reached : cells) {
            RollupCell cell = reached.getCell();
            if (cell.getGranularity() == granularity && (corrected || !cell.getCorrection())) {
                cellToSketch.merge(
                        cell.getStartsAt() + "/" + cell.getCreativeId() + "/" + cell.getFormat(),
                        ReachSketch.of(reached.getSketch()),
                        ReachSketch::plus);
            }
        }
        Map<String, Long> cellToReach = new TreeMap<>();
        cellToSketch.forEach((cell, sketch) -> cellToReach.put(cell, sketch.estimate()));
        cellToReach.values().removeIf(reach -> reach == 0);
        return cellToReach;
    }
}
