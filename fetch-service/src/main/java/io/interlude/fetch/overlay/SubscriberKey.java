package io.interlude.fetch.overlay;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;

/// One subscriber of one org.
public record SubscriberKey(OrgId orgId, Subscriber subscriber) {
    public SubscriberKey {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(subscriber, "subscriber is null");
    }
}
