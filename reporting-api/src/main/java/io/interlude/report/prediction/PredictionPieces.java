package io.interlude.report.prediction;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Prediction;
import io.interlude.report.explain.PredictionJson;
import io.interlude.web.answer.JsonPieces;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/// The predictions of a line item, which may have tens of thousands of creatives and ad units.
final class PredictionPieces extends JsonPieces {
    private final Candidate candidate;
    private final OrgPredictions predictions;
    private final Instant asOf;
    private final Iterator<CreativeVersion> creatives;
    private final Iterator<String> codes;
    private boolean creativesWritten;

    PredictionPieces(
            OrgCatalogue catalogue, Candidate candidate, OrgPredictions predictions, Instant asOf) {
        this.candidate = candidate;
        this.predictions = predictions;
        this.asOf = asOf;
        this.creatives = candidate.creatives().iterator();
        this.codes = codes(catalogue, candidate).distinct().sorted().iterator();
    }

    /// Of the ad units that the line item may fill.
    private static Stream<String> codes(OrgCatalogue catalogue, Candidate candidate) {
        return candidate.lineItem().adUnits().isEmpty()
                ? catalogue.adUnits().stream().map(AdUnit::code)
                : candidate.lineItem().adUnits().stream();
    }

    @Override
    protected void writeHead(JsonGenerator json) {
        json.writeStringProperty("lineItemId", candidate.lineItem().id().value());
        json.writeStringProperty("lineItemName", candidate.lineItem().name());
        json.writeStringProperty("asOf", asOf.toString());
        json.writeNumberProperty("version", Prediction.VERSION);
        json.writePOJOProperty(
                "lineItem", rates(kind -> predictions.lineItem(candidate.lineItem().id(), kind)));
        json.writeArrayPropertyStart("creatives");
    }

    @Override
    protected boolean writeNext(JsonGenerator json) {
        if (creatives.hasNext()) {
            CreativeVersion creative = creatives.next();
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("creativeId", creative.id().value());
            item.putAll(rates(kind -> predictions.creative(creative.id(), kind)));
            json.writePOJO(item);
            return true;
        }
        if (!creativesWritten) {
            creativesWritten = true;
            json.writeEndArray();
            json.writePOJOProperty("relevanceLifts", byKind(predictions::relevanceLifts));
            json.writeObjectPropertyStart("adUnitLifts");
        }
        if (!codes.hasNext()) {
            json.writeEndObject();
            return false;
        }
        String code = codes.next();
        json.writePOJOProperty(code, byKind(kind -> predictions.adUnitLift(kind, code)));
        return true;
    }

    private static Map<String, Object> rates(Function<RateKind, Prediction> prediction) {
        return byKind(kind -> PredictionJson.of(prediction.apply(kind)));
    }

    private static Map<String, Object> byKind(Function<RateKind, Object> value) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (RateKind kind : RateKind.values()) {
            json.put(kind.name().toLowerCase(Locale.ROOT), value.apply(kind));
        }
        return json;
    }
}
