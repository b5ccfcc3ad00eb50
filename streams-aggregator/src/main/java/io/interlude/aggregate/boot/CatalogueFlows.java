package io.interlude.aggregate.boot;

import io.interlude.aggregate.matching.ServedFlows;
import io.interlude.aggregate.matching.ServedVersion;
import io.interlude.catalogue.record.FlowOutlineCodec;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.flow.FlowOutline;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The flows of the catalogue in memory. It holds every version that ever was, and a version never
/// changes, so an answer is the same whenever it is given. Outlines of versions that events came
/// for are kept: a small part of what the catalogue itself holds of them.
final class CatalogueFlows implements ServedFlows {
    private final Catalogues catalogues;
    private final Map<ServedVersion, FlowOutline> versionToOutline = new ConcurrentHashMap<>();

    CatalogueFlows(Catalogues catalogues) {
        this.catalogues = catalogues;
    }

    @Override
    public Optional<FlowOutline> outline(ServedVersion version) {
        FlowOutline kept = versionToOutline.get(version);
        return kept != null ? Optional.of(kept) : read(version);
    }

    private Optional<FlowOutline> read(ServedVersion version) {
        Optional<FlowOutline> outline =
                catalogues
                        .creativeVersion(version.orgId(), version.creativeId(), version.version())
                        .map(creative -> FlowOutlineCodec.of(creative.content()));
        outline.ifPresent(read -> versionToOutline.put(version, read));
        return outline;
    }
}
