package io.interlude.fetch.overlay;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.InstanceShare;

/// The number of this instance among the fetch instances.
///
/// @param number 0 to `instances` - 1
/// @param instances that serve side by side, from 1; too many cost some evenness, too few some
///   budget
public record InstanceNumber(int number, int instances) {
    public static final InstanceNumber ONLY = new InstanceNumber(0, 1);

    public InstanceNumber {
        if (instances < 1 || number < 0 || number >= instances) {
            throw new IllegalArgumentException(
                    "number out of range: " + number + " of " + instances);
        }
    }

    boolean isOnly() {
        return instances == 1;
    }

    InstanceShare share(LineItemId lineItemId, long nowMillis, long recentFetches) {
        return InstanceShare.at(instances, number, lineItemId, nowMillis, recentFetches);
    }
}
