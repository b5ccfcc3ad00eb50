package io.interlude.domain.rollup;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// The values that a report can group and filter by. A dimension that does not apply is the empty
/// string; an unattributed conversion has no format.
///
/// @param names of conversions and custom events: each has cells of its own
public record CellDimensions(
        OrgId orgId,
        String applicationId,
        String adUnitCode,
        String campaignId,
        String lineItemId,
        String creativeId,
        @Nullable AdFormat format,
        EventNames names) {
    public CellDimensions {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(applicationId, "applicationId is null");
        requireNonNull(adUnitCode, "adUnitCode is null");
        requireNonNull(campaignId, "campaignId is null");
        requireNonNull(lineItemId, "lineItemId is null");
        requireNonNull(creativeId, "creativeId is null");
        requireNonNull(names, "names is null");
    }

    /// Those of everything that has no name.
    public CellDimensions(
            OrgId orgId,
            String applicationId,
            String adUnitCode,
            String campaignId,
            String lineItemId,
            String creativeId,
            @Nullable AdFormat format) {
        this(
                orgId,
                applicationId,
                adUnitCode,
                campaignId,
                lineItemId,
                creativeId,
                format,
                EventNames.NONE);
    }

    /// The same of events with these names.
    public CellDimensions of(EventNames events) {
        return new CellDimensions(
                orgId,
                applicationId,
                adUnitCode,
                campaignId,
                lineItemId,
                creativeId,
                format,
                events);
    }

    /// Of a request that served nothing.
    public static CellDimensions unfilled(
            OrgId orgId, String applicationId, String adUnitCode, AdFormat format) {
        return new CellDimensions(orgId, applicationId, adUnitCode, "", "", "", format);
    }

    /// Of an event that belongs to no fetch.
    public static CellDimensions unattributed(OrgId orgId, String applicationId) {
        return new CellDimensions(orgId, applicationId, "", "", "", "", null);
    }
}
