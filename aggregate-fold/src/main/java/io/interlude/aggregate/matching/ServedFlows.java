package io.interlude.aggregate.matching;

import io.interlude.domain.flow.FlowOutline;
import java.util.Optional;

/// The flows of creative versions. Safe for use by many threads; never waits.
@FunctionalInterface
public interface ServedFlows {
    /// The outline of what the version shows, which never changes; empty as long as this process
    /// has not read the version. A version that was served is in the catalogue's topics, so it
    /// comes.
    Optional<FlowOutline> outline(ServedVersion version);
}
