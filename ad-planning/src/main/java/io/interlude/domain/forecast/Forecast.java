package io.interlude.domain.forecast;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.LineItemId;
import java.util.List;

/// The fetches that a line item is expected to win.
///
/// @param requests in the period
/// @param eligible of these, in its flight, those that it may fill as far as rules of the request
///   go: ad unit, format, targeting, blocks, dayparts
/// @param expected fetches that it wins, within its bounds
/// @param low with `high` the bounds between which they lie in 80 % of cases
/// @param unknownRelevance share of the recorded eligible requests of which its relevance is not
///   known; none of them is expected
/// @param slices by ad unit and format, those first of which most is expected
/// @param competing line items that would serve less, those first that lose most
/// @param basis period of the requests that this is reckoned from
/// @param basisRequests those of them that were played
/// @param missing fetches of its goal that are not expected; not positive for none
public record Forecast(
        double requests,
        double eligible,
        double expected,
        double low,
        double high,
        double unknownRelevance,
        List<SliceForecast> slices,
        List<Competing> competing,
        Period basis,
        long basisRequests,
        double missing) {
    public Forecast {
        slices = List.copyOf(slices);
        competing = List.copyOf(competing);
    }

    /// The same of one ad unit and format.
    public record SliceForecast(
            String adUnit, AdFormat format, double requests, double eligible, double expected) {}

    /// The loss of a booked line item.
    public record Competing(LineItemId lineItemId, double takes) {}

    /// True if the days are too few to tell how far they differ.
    public boolean isOfFewDays() {
        return basis.millis() < 3 * Supply.STEPS_OF_DAY * Supply.STEP_MILLIS;
    }
}
