package io.interlude.report.explain;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.explain.DrawTrace;
import io.interlude.domain.explain.RotationTrace;
import io.interlude.domain.rotation.AdaptiveTrace;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Posterior;
import io.interlude.domain.rotation.RotationMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The draw among equals and the rotation as clients see them.
public final class ChoiceJson {
    private static final double LOW = 0.05;
    private static final double HIGH = 0.95;
    private static final double BPS = 10_000;

    private ChoiceJson() {}

    static Map<String, Object> draw(long seed, @Nullable DrawTrace draw) {
        // As text: a number of 64 bits is not exact in JavaScript.
        JsonFields fields = new JsonFields().put("seed", Long.toString(seed));
        if (draw != null) {
            fields.put("drawn", draw.drawn()).put("outOf", draw.sum());
            fields.put("equals", draw.equals().stream().map(one -> equal(one, draw)).toList());
        }
        return fields.map();
    }

    private static Map<String, Object> equal(DrawTrace.Weighted one, DrawTrace draw) {
        return new JsonFields()
                .put("lineItemId", one.lineItemId().value())
                .put("weight", one.weight())
                .put("from", one.from())
                .put("to", one.from() + one.weight())
                .put("chance", (double) one.weight() / draw.sum())
                .map();
    }

    static Map<String, Object> rotation(RotationTrace rotation) {
        boolean adaptive = rotation.rotation().mode() == RotationMode.ADAPTIVE;
        AdaptiveTrace trace = rotation.adaptive();
        List<Map<String, Object>> creatives = new ArrayList<>();
        for (int i = 0; i < rotation.creatives().size(); i++) {
            creatives.add(entrant(rotation, i));
        }
        return new JsonFields()
                .put("policy", rotation.rotation().mode().name().toLowerCase(Locale.ROOT))
                .put("epoch", rotation.stamp().epoch())
                .put("sequence", rotation.stamp().sequence())
                .put(
                        "explorationShare",
                        adaptive ? rotation.rotation().explorationShareBps() / BPS : null)
                .put("guaranteed", trace == null ? null : trace.guaranteed())
                .put("sequencePlace", rotation.sequencePlace())
                .put("creatives", creatives)
                .map();
    }

    private static Map<String, Object> entrant(RotationTrace rotation, int index) {
        RotationTrace.Entrant entrant = rotation.creatives().get(index);
        CreativeVersion creative = entrant.creative();
        AdaptiveTrace trace = rotation.adaptive();
        Engagement engagement = entrant.engagement();
        boolean weighted = rotation.rotation().mode() == RotationMode.WEIGHTED;
        return new JsonFields()
                .put("creativeId", creative.id().value())
                .put("creativeVersion", creative.version())
                .put("served", index == rotation.served())
                .put("mayServe", entrant.mayServe())
                .put("weight", weighted ? creative.weight() : null)
                .put("fetches", engagement == null ? null : engagement.fetches())
                .put("posterior", trace == null ? null : posterior(trace.posteriors().get(index)))
                .put("draw", trace == null ? OptionalDouble.empty() : trace.draws().get(index))
                .map();
    }

    /// What is believed of a creative's chance to engage, with the 5 and the 95 percentile.
    public static Map<String, Object> posterior(Posterior posterior) {
        return new JsonFields()
                .put("alpha", posterior.alpha())
                .put("beta", posterior.beta())
                .put("mean", posterior.mean())
                .put("low", posterior.quantile(LOW))
                .put("high", posterior.quantile(HIGH))
                .map();
    }
}
