package io.interlude.catalogue.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import java.util.Optional;

/// Makes pseudonyms of subscribers. Safe for use by many threads; never waits.
public interface Pseudonyms {
    /// The pseudonym of one of the org's subscribers; empty while the org's keys are not known.
    /// Then nothing may be written that names the subscriber, and nothing is known of them.
    Optional<Subscriber> of(OrgId orgId, SubscriberId id);
}
