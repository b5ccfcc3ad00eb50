package io.interlude.manage.forecast;

import io.interlude.domain.forecast.Bounds;
import io.interlude.domain.forecast.Forecast;
import io.interlude.domain.forecast.ForecastFold;
import io.interlude.domain.forecast.Period;
import io.interlude.journal.json.Json;
import io.interlude.manage.validation.Warnings;
import io.interlude.manage.validation.Warnings.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A forecast as JSON: counts are whole numbers.
final class ForecastJson {
    private static final double SHARE_SCALE = 10_000;

    private ForecastJson() {}

    static ObjectNode of(ForecastRequest asked, ForecastFold fold) {
        Period basis = fold.basis(asked.fixed());
        Forecast forecast =
                fold.forecast(
                        basis, asked.open(), asked.served(), Bounds.of(asked.draft().lineItem()));
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("requests", Math.round(forecast.requests()))
                .put("eligible", Math.round(forecast.eligible()))
                .put("expected", Math.round(forecast.expected()))
                .put("low", (long) Math.floor(forecast.low()))
                .put("high", (long) Math.ceil(forecast.high()))
                .put("unknownRelevance", share(forecast.unknownRelevance()));
        ArrayNode slices = json.putArray("bySlice");
        forecast.slices()
                .forEach(slice ->
                        slices.addObject()
                                .put("adUnit", slice.adUnit())
                                .put("format", slice.format().name().toLowerCase(Locale.ROOT))
                                .put("requests", Math.round(slice.requests()))
                                .put("eligible", Math.round(slice.eligible()))
                                .put("expected", Math.round(slice.expected())));
        ArrayNode competing = json.putArray("competing");
        forecast.competing()
                .forEach(rival ->
                        competing
                                .addObject()
                                .put("lineItemId", rival.lineItemId().value())
                                .put("takes", Math.round(rival.takes())));
        times(json.putObject("basis"), basis).put("requests", forecast.basisRequests());
        times(json.putObject("period"), asked.open());
        warnings(asked, forecast).addTo(json);
        return json;
    }

    private static double share(double share) {
        return Math.round(share * SHARE_SCALE) / SHARE_SCALE;
    }

    private static ObjectNode times(ObjectNode json, Period period) {
        return json.put("from", period.from().toString()).put("to", period.to().toString());
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
