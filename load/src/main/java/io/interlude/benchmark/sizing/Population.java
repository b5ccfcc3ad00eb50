package io.interlude.benchmark.sizing;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.append.JournalPartitions;
import java.util.random.RandomGenerator;

/// The subscribers and orgs that ask for ads, and the line items served, some far more than others.
///
/// @param subscribers drawn by `subscriberExponent`; each belongs to one org
/// @param orgs drawn by an exponent of 1
/// @param lineItems drawn by an exponent of 1
record Population(
        String name, Zipf subscribers, Zipf orgs, Zipf lineItems, double subscriberExponent) {
    private static final double USUAL_EXPONENT = 1;

    /// A population of so many of each.
    static Population of(String name, long subscribers, double exponent, int orgs, int lineItems) {
        return new Population(
                name,
                new Zipf(subscribers, exponent),
                new Zipf(orgs, USUAL_EXPONENT),
                new Zipf(lineItems, USUAL_EXPONENT),
                exponent);
    }

    /// The partition of a fetch of a subscriber that is drawn, by the product's own partitioner.
    int drawPartition(RandomGenerator random, int partitions) {
        // Drawn apart: each org has its own regulars.
        return JournalPartitions.of(
                new OrgId("org-" + orgs.draw(random)),
                new Subscriber("subscriber-" + subscribers.draw(random)),
                partitions);
    }

    long drawLineItem(RandomGenerator random) {
        return lineItems.draw(random);
    }
}
