package io.interlude.report.explain;

import io.interlude.domain.prediction.Prediction;
import java.util.Map;

/// A predicted rate as clients see it, with what it comes from.
public final class PredictionJson {
    private PredictionJson() {}

    public static Map<String, Object> of(Prediction prediction) {
        return new JsonFields()
                .put("version", prediction.version())
                .put("rate", prediction.rate())
                .put("rateInDoubt", prediction.rateInDoubt())
                .put("events", prediction.events())
                .put("fetches", prediction.fetches())
                .put("parentRate", prediction.parentRate())
                .put("relevanceLift", prediction.relevanceLift())
                .put("adUnitLift", prediction.adUnitLift())
                .put("orgFetches", prediction.orgFetches())
                .map();
    }
}
