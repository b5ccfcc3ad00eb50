package io.interlude.agent.adcp;

import io.interlude.agent.adcp.MediaBuy.BookedPackage;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `get_media_buy_delivery`: the numbers of the reports, by package and by day. A row is final when
/// its period is over and the journal's manifests seal every hour of it.
final class Delivery implements AdcpTool.Task {
    private static final String METRICS =
            "fetches,delivers,reads,uniqueClicks,conversions,conversionValue,spend";

    private static final Duration HOURS_OF_A_REPORT = Duration.ofDays(366);

    private final MediaBuys buys;
    private final InstantSource clock;

    Delivery(MediaBuys buys, InstantSource clock) {
        this.buys = buys;
        this.clock = clock;
    }

    /// @param from inclusive
    /// @param to exclusive
    /// @param sealedTo before which every hour is sealed; the epoch where none is known to be
    private record Period(Instant from, Instant to, Instant sealedTo) {
        boolean isFinal() {
            return isSealed(to);
        }

        /// As much of it, up to its end, as a report by hours covers.
        Period byHour() {
            Instant first = to.minus(HOURS_OF_A_REPORT);
            return first.isAfter(from) ? new Period(first, to, sealedTo) : this;
        }

        boolean isSealed(Instant end) {
            return !end.isAfter(sealedTo);
        }
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant from =
                exchange.arguments().has("start_date")
                        ? day(exchange, "start_date")
                        : now.minus(MediaBuys.LOOK_BACK).truncatedTo(ChronoUnit.DAYS);
        Instant to =
                exchange.arguments().has("end_date")
                        ? day(exchange, "end_date").plus(1, ChronoUnit.DAYS)
                        : now;
        if (!from.isBefore(to)) {
            throw AdcpException.of(
                    "INVALID_REQUEST", "end_date", "Give a day that is not before the first.");
        }
        return sealedTo(exchange, now)
                .map(sealedTo -> new Period(from, to, sealedTo))
                .flatMap(period ->
                        buys.asked(exchange, "")
                                .concatMap(buy -> delivery(exchange, buy, period))
                                .collectList()
                                .map(deliveries -> body(period, deliveries)));
    }

    private static Instant day(Exchange exchange, String name) {
        try {
            return LocalDate.parse(exchange.arguments().path(name).asString())
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant();
        } catch (DateTimeException e) {
            throw AdcpException.of("INVALID_REQUEST", name, "Give a day, as 2026-03-01.");
        }
    }

    /// As far as the journal is sealed. The list of manifests tells it at its end, so it is asked
    /// for from now on, where there are none.
    private static Mono<Instant> sealedTo(Exchange exchange, Instant now) {
        return exchange.get("/v1/journal/manifests?limit=1&from=" + now)
                .map(manifests ->
                        manifests.has("sealedTo")
                                ? Instant.parse(manifests.path("sealedTo").asString())
                                : Instant.EPOCH);
    }

    private Mono<Delivered> delivery(Exchange exchange, MediaBuy buy, Period period) {
        boolean byDay =
                exchange.arguments().path("include_package_daily_breakdown").asBoolean(false);
        Mono<List<JsonNode>> days =
                byDay ? report(exchange, buy, period.byHour(), "hour") : Mono.just(List.of());
        return Mono.zip(report(exchange, buy, period, "total"), days)
                .map(read -> new Delivered(buy, period, read.getT1(), read.getT2(), byDay));
    }

    /// Hours are UTC's everywhere, while a report's days are those of the org's time zone.
    private static Mono<List<JsonNode>> report(
            Exchange exchange, MediaBuy buy, Period period, String granularity) {
        String target =
                "/v1/reports?groupBy=lineItem&metrics=%s&campaign=%s&granularity=%s&from=%s&to=%s&limit=1000"
                        .formatted(METRICS, buy.id(), granularity, period.from(), period.to());
        return exchange.get(target)
                .expand(page ->
                        page.has("nextCursor")
                                ? exchange.get(
                                        target
                                                + "&cursor="
                                                + Exchange.encoded(
                                                        page.path("nextCursor").asString()))
                                : Mono.empty())
                .concatMapIterable(page -> page.path("rows"), 1)
                .collectList();
    }

    private ObjectNode body(Period period, List<Delivered> deliveries) {
        ObjectNode body = Answer.object();
        body.putObject("reporting_period")
                .put("start", period.from().toString())
                .put("end", period.to().toString());
        body.put(
                "currency",
                deliveries.stream().map(each -> each.buy.currency()).findFirst().orElse("USD"));
        ArrayNode array = body.putArray("media_buy_deliveries");
        deliveries.forEach(each -> array.add(each.json(clock.instant())));
        return body;
    }

    /// One media buy, from its rows of reports.
    private record Delivered(
            MediaBuy buy, Period period, List<JsonNode> rows, List<JsonNode> hours, boolean byDay) {
        ObjectNode json(Instant now) {
            ObjectNode json =
                    Answer.object()
                            .put("media_buy_id", buy.id())
                            .put("status", buy.status(now))
                            .put("pricing_model", "cpm");
            List<Counts> all = new ArrayList<>();
            ArrayNode packages = Answer.object().putArray("by_package");
            for (BookedPackage each : buy.packages()) {
                Counts counts = Counts.of(each, rows);
                if (each.currency().equals(buy.currency())) {
                    all.add(counts);
                }
                packages.add(json(each, counts));
            }
            json.set("totals", counts(Counts.sum(all)));
            json.set("by_package", packages);
            return json;
        }

        private ObjectNode json(BookedPackage each, Counts counts) {
            ObjectNode json = Answer.object().put("package_id", each.id());
            json.setAll(counts(counts));
            JsonNode index = each.delivery().path("index");
            if (index.isNumber()) {
                json.set("pacing_index", index);
            }
            json.put("pricing_model", model(each))
                    .put("rate", Answer.decimal(each.rate()))
                    .put("currency", each.currency())
                    .put("paused", !each.status().equals("active"))
                    .put("is_final", period.isFinal());
            if (byDay) {
                json.set("daily_breakdown", days(each));
            }
            return json;
        }

        private static String model(BookedPackage each) {
            String model = each.lineItem().path("price").path("model").asString();
            return model.equals("flat") ? "flat_rate" : model;
        }

        private ArrayNode days(BookedPackage each) {
            TreeMap<LocalDate, List<JsonNode>> dayToRows = new TreeMap<>();
            for (JsonNode row : hours) {
                Instant start = Instant.parse(row.path("start").asString());
                dayToRows
                        .computeIfAbsent(
                                LocalDate.ofInstant(start, ZoneOffset.UTC), _ -> new ArrayList<>())
                        .add(row);
            }
            ArrayNode days = Answer.object().putArray("days");
            dayToRows.forEach((day, rows) -> {
                Counts counts = Counts.of(each, rows);
                Instant end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
                days.addObject()
                        .put("date", day.toString())
                        .setAll(counts(counts))
                        .put("is_final", period.isSealed(end));
            });
            return days;
        }

        private static ObjectNode counts(Counts counts) {
            ObjectNode json =
                    Answer.object()
                            .put("impressions", counts.impressions())
                            .put("spend", counts.spend())
                            .put("clicks", counts.clicks())
                            .put("conversions", counts.conversions())
                            .put("conversion_value", counts.conversionValue());
            if (counts.impressions() > 0) {
                json.put(
                        "ctr",
                        BigDecimal.valueOf(counts.clicks())
                                .divide(
                                        BigDecimal.valueOf(counts.impressions()),
                                        MathContext.DECIMAL32));
            }
            return json;
        }
    }

    /// @param impressions what the line item bills by, fetches unless it says otherwise
    /// @param clicks without repeats
    private record Counts(
            long impressions,
            long clicks,
            long conversions,
            BigDecimal spend,
            BigDecimal conversionValue) {
        private static final Counts NONE = new Counts(0, 0, 0, BigDecimal.ZERO, BigDecimal.ZERO);

        /// Of the rows of a package. Money in another currency, of before a change, is left out.
        static Counts of(BookedPackage each, List<JsonNode> rows) {
            String impressions =
                    switch (each.lineItem().path("price").path("billOn").asString("fetch")) {
                        case "deliver" -> "delivers";
                        case "read" -> "reads";
                        default -> "fetches";
                    };
            return sum(
                    rows.stream()
                            .filter(row -> row.path("lineItem").asString().equals(each.id()))
                            .map(row -> {
                                boolean same =
                                        row.path("currency").asString("").equals(each.currency());
                                return new Counts(
                                        row.path(impressions).asLong(),
                                        row.path("uniqueClicks").asLong(),
                                        row.path("conversions").asLong(),
                                        same ? Answer.decimal(row.path("spend")) : BigDecimal.ZERO,
                                        same
                                                ? Answer.decimal(row.path("conversionValue"))
                                                : BigDecimal.ZERO);
                            })
                            .toList());
        }

        static Counts sum(List<Counts> all) {
            return all.stream()
                    .reduce(
                            NONE,
                            (one, other) ->
                                    new Counts(
                                            one.impressions + other.impressions,
                                            one.clicks + other.clicks,
                                            one.conversions + other.conversions,
                                            one.spend.add(other.spend),
                                            one.conversionValue.add(other.conversionValue)));
        }
    }
}
