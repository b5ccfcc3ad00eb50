package io.interlude.state.wire;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;

/// The subscriber whose counters are asked for, and their partition.
public record SubscriberPlace(int partition, OrgId orgId, Subscriber subscriber) {
    public SubscriberPlace {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(subscriber, "subscriber is null");
    }
}
