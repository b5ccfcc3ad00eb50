package io.interlude.journal.record;

import io.interlude.schema.PriceModel;

/// Price models, between Avro and the domain.
public final class PriceModelCodec {
    private PriceModelCodec() {}

    /// The model of a record.
    ///
    /// @throws IllegalArgumentException for a model of a later version
    public static io.interlude.domain.money.PriceModel read(PriceModel model) {
        return switch (model) {
            case cpm -> io.interlude.domain.money.PriceModel.CPM;
            case cpc -> io.interlude.domain.money.PriceModel.CPC;
            case cpa -> io.interlude.domain.money.PriceModel.CPA;
            case flat -> io.interlude.domain.money.PriceModel.FLAT;
            case UNKNOWN -> throw new IllegalArgumentException("unknown price model");
        };
    }

    /// The model as records have it.
    public static PriceModel write(io.interlude.domain.money.PriceModel model) {
        return switch (model) {
            case CPM -> PriceModel.cpm;
            case CPC -> PriceModel.cpc;
            case CPA -> PriceModel.cpa;
            case FLAT -> PriceModel.flat;
        };
    }
}
