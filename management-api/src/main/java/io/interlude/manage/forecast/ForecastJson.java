package io.interlude.manage.forecast;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.interlude.domain.forecast.Bounds;
import io.interlude.domain.forecast.Forecast;
import io.interlude.domain.forecast.ForecastFold;
import io.interlude.domain.forecast.Period;
import io.interlude.manage.validation.Warnings;
import io.interlude.manage.validation.Warnings.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A forecast as JSON: counts are whole numbers.
record ForecastJson(
        long requests,
        long eligible,
        long expected,
        long low,
        long high,
        double unknownRelevance,
        List<Slice> bySlice,
        List<Rival> competing,
        Times basis,
        Times period,
        @JsonUnwrapped Warnings warnings) {
    private static final double SHARE_SCALE = 10_000;

    static ForecastJson of(ForecastRequest asked, ForecastFold fold) {
        Period basis = fold.basis(asked.fixed());
        Forecast forecast =
                fold.forecast(
                        basis, asked.open(), asked.served(), Bounds.of(asked.draft().lineItem()));
        return new ForecastJson(
                Math.round(forecast.requests()),
                Math.round(forecast.eligible()),
                Math.round(forecast.expected()),
                (long) Math.floor(forecast.low()),
                (long) Math.ceil(forecast.high()),
                share(forecast.unknownRelevance()),
                forecast.slices().stream().map(Slice::of).toList(),
                forecast.competing().stream().map(Rival::of).toList(),
                Times.of(basis, forecast.basisRequests()),
                Times.of(asked.open(), null),
                warnings(asked, forecast));
    }

    private record Slice(
            String adUnit, String format, long requests, long eligible, long expected) {
        static Slice of(Forecast.SliceForecast slice) {
            return new Slice(
                    slice.adUnit(),
                    slice.format().name().toLowerCase(Locale.ROOT),
                    Math.round(slice.requests()),
                    Math.round(slice.eligible()),
                    Math.round(slice.expected()));
        }
    }

    private record Rival(String lineItemId, long takes) {
        static Rival of(Forecast.Competing rival) {
            return new Rival(rival.lineItemId().value(), Math.round(rival.takes()));
        }
    }

    /// @param requests of those times, where they are told
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Times(String from, String to, @Nullable Long requests) {
        static Times of(Period period, @Nullable Long requests) {
            return new Times(period.from().toString(), period.to().toString(), requests);
        }
    }

    private static double share(double share) {
        return Math.round(share * SHARE_SCALE) / SHARE_SCALE;
    }

    private static Warnings warnings(ForecastRequest asked, Forecast forecast) {
        List<Warning> listed = new ArrayList<>(asked.warnings().listed());
        if (asked.isOver()) {
            listed.add(new Warning("endAt", "No part of the flight is in the period."));
        }
        if (asked.isNew() && forecast.missing() >= 1) {
            listed.add(
                    new Warning(
                            "goal",
                            "The goal will probably be missed by %d fetches: %d are expected."
                                    .formatted(
                                            Math.round(forecast.missing()),
                                            Math.round(forecast.expected()))));
        }
        if (forecast.unknownRelevance() > 0) {
            listed.add(
                    new Warning(
                            "context.topics",
                            "No line item with these topics was booked: its relevance to a share of"
                                    + " %s of the eligible requests is not known, and none of them"
                                            .formatted(share(forecast.unknownRelevance()))
                                    + " is expected."));
        }
        if (forecast.isOfFewDays()) {
            listed.add(
                    new Warning(
                            "basis",
                            "Fewer than three days are recorded: days may differ by more than low"
                                    + " and high tell."));
        }
        return new Warnings(listed, asked.warnings().omitted());
    }
}
