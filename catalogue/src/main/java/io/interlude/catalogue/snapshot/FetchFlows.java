package io.interlude.catalogue.snapshot;

import io.interlude.catalogue.record.FlowOutlineCodec;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.RenderFormat;
import java.util.Optional;

/// The flows that fetches served, from the catalogue in memory: a version never changes. Safe for
/// use by many threads.
public final class FetchFlows {
    private final Catalogues catalogues;

    public FetchFlows(Catalogues catalogues) {
        this.catalogues = catalogues;
    }

    /// The outline of what the fetch served; empty as long as this process has not read it.
    public Optional<FlowOutline> of(AdFetched fetched) {
        if (fetched.getFormat() != RenderFormat.flow) {
            return Optional.of(FlowOutline.NONE);
        }
        return catalogues
                .creativeVersion(
                        new OrgId(fetched.getOrgId()),
                        new CreativeId(fetched.getCreativeId()),
                        fetched.getCreativeVersion())
                .map(creative -> FlowOutlineCodec.of(creative.content()));
    }
}
