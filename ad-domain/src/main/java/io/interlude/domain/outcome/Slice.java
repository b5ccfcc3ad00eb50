package io.interlude.domain.outcome;

import io.interlude.domain.number.Absent;

/// Numbers the groups of fetches that are told apart when rates are predicted: by how relevant the
/// line item was to the conversation, and by ad unit.
///
/// Relevance falls into six bands: none (no context, or none needed), below 0.2, 0.35, 0.5, 0.65,
/// and the rest. Ad units fall into 32 groups by a hash of their code, which bounds what is kept.
public final class Slice {
    public static final int BANDS = 6;
    public static final int GROUPS = 32;
    private static final double[] BAND_ENDS = {0.2, 0.35, 0.5, 0.65};

    private Slice() {}

    /// The slice of a fetch.
    ///
    /// @param relevance similarity to the context, -1 to 1, or [Absent]
    public static int of(double relevance, String adUnitCode) {
        return band(relevance) * GROUPS + group(adUnitCode);
    }

    /// The slice of a fetch without a context.
    public static int withoutContext(String adUnitCode) {
        return group(adUnitCode);
    }

    private static int band(double relevance) {
        if (Absent.is(relevance)) {
            return 0;
        }
        int band = 1;
        while (band <= BAND_ENDS.length && relevance >= BAND_ENDS[band - 1]) {
            band++;
        }
        return band;
    }

    private static int group(String adUnitCode) {
        int hash = adUnitCode.hashCode();
        return Math.floorMod(hash ^ (hash >>> 16), GROUPS);
    }

    /// The band of its relevance, 0 to 5. A number that this build does not know is band 0.
    public static int bandOf(int slice) {
        return slice < 0 || slice >= BANDS * GROUPS ? 0 : slice / GROUPS;
    }

    /// The group of its ad unit, 0 to 31.
    public static int groupOf(int slice) {
        return Math.floorMod(slice, GROUPS);
    }
}
