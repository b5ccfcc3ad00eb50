package io.interlude.catalogue.snapshot;

import io.interlude.domain.identity.OrgId;
import java.util.Map;

/// The progress of counting the attributes that orgs declare for their reports.
@FunctionalInterface
public interface AttributeProgress {
    /// For each attribute that the org declared how much of the journal is counted by it: from 0 to
    /// 1, which it is once reports can be read.
    Map<String, Double> progress(OrgId orgId);
}
