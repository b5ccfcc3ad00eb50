package io.interlude.report.live;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.LineItemId;
import io.interlude.report.rollup.CounterSums;
import io.interlude.report.rollup.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// A frame as JSON: totals, ad units and line items, with their names where the catalogue still has
/// them.
final class LiveJson {
    /// Most ad units, and most line items, of one message: those with most requests.
    static final int MAX_LINES = 500;

    private LiveJson() {}

    static Map<String, Object> of(LiveFrame frame, Optional<OrgCatalogue> catalogue) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("from", frame.from().toString());
        message.put("to", frame.to().toString());
        if (frame.missingPartitions() > 0) {
            message.put("partial", true);
            message.put("missingPartitions", frame.missingPartitions());
        }
        message.put("totals", new Line("").addAll(frame.counters()).fields());
        message.put("sinceLast", sinceLast(frame));
        List<Line> adUnits = lines(frame, _ -> true, LiveKey::adUnit);
        List<Line> lineItems = lines(frame, key -> !key.lineItem().isEmpty(), LiveKey::lineItem);
        message.put("adUnits", named(adUnits, "adUnit", line -> adUnit(line, catalogue)));
        message.put("lineItems", named(lineItems, "lineItem", line -> lineItem(line, catalogue)));
        return message;
    }

    private static Map<String, Object> sinceLast(LiveFrame frame) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("millis", frame.elapsedMillis());
        counts(frame.sinceLast(), fields);
        return fields;
    }

    private static List<Line> lines(
            LiveFrame frame, Predicate<LiveKey> kept, Function<LiveKey, String> id) {
        Map<String, Line> lines = new TreeMap<>();
        frame.counters()
                .forEach((key, sums) -> {
                    if (kept.test(key)) {
                        lines.computeIfAbsent(id.apply(key), Line::new).add(key, sums);
                    }
                });
        return lines.values().stream()
                .sorted(Comparator.comparingLong(Line::requests).reversed())
                .limit(MAX_LINES)
                .sorted(Comparator.comparing(Line::id))
                .toList();
    }

    private static List<Map<String, Object>> named(
            List<Line> lines, String field, Function<Line, Map<String, Object>> names) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Line line : lines) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put(field, line.id());
            fields.putAll(names.apply(line));
            fields.putAll(line.fields());
            all.add(fields);
        }
        return all;
    }

    private static Map<String, Object> adUnit(Line line, Optional<OrgCatalogue> catalogue) {
        return catalogue
                .flatMap(org -> org.adUnit(line.id()))
                .<Map<String, Object>>map(adUnit -> Map.of("name", adUnit.name()))
                .orElse(Map.of());
    }

    private static Map<String, Object> lineItem(Line line, Optional<OrgCatalogue> catalogue) {
        Map<String, Object> names = new LinkedHashMap<>();
        names.put("campaign", line.campaign());
        catalogue
                .flatMap(org -> org.lineItem(new LineItemId(line.id())))
                .ifPresent(candidate -> {
                    names.put("name", candidate.lineItem().name());
                    names.put("campaignName", candidate.campaign().name());
                });
        return names;
    }

    private static void counts(CounterSums sums, Map<String, Object> fields) {
        Metric.STANDARD.stream()
                .filter(metric -> !metric.isMoney())
                .forEach(metric -> fields.put(metric.wireName(), metric.of(sums, 0)));
    }

    /// Counters of one ad unit or line item, money by currency.
    private static final class Line {
        private final String id;
        private final Map<String, CounterSums> currencyToSums = new TreeMap<>();
        private String campaign = "";

        Line(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }

        String campaign() {
            return campaign;
        }

        long requests() {
            return all().requests();
        }

        Line addAll(Map<LiveKey, CounterSums> counters) {
            counters.forEach(this::add);
            return this;
        }

        void add(LiveKey key, CounterSums sums) {
            campaign = key.campaign();
            currencyToSums.merge(key.currency(), sums, CounterSums::plus);
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            counts(all(), fields);
            fields.put("money", money());
            return fields;
        }

        private CounterSums all() {
            return currencyToSums.values().stream().reduce(CounterSums.NONE, CounterSums::plus);
        }

        private List<Map<String, String>> money() {
            return currencyToSums.entrySet().stream()
                    .filter(entry -> !entry.getKey().isEmpty() || entry.getValue().hasMoney())
                    .map(entry -> amounts(entry.getKey(), entry.getValue()))
                    .toList();
        }

        private static Map<String, String> amounts(String currency, CounterSums sums) {
            Map<String, String> amounts = new LinkedHashMap<>();
            amounts.put("currency", currency);
            amounts.put("spend", sums.spend().toDecimalString());
            amounts.put("conversionValue", sums.conversionValue().toDecimalString());
            return amounts;
        }
    }
}
