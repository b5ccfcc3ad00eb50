package io.interlude.state.wire;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;

/// Whose counters are asked for, and in which partition they are.
public record SubscriberPlace(int partition, OrgId orgId, Subscriber subscriber) {
    public SubscriberPlace {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(subscriber, "subscriber is null");
    }
}
