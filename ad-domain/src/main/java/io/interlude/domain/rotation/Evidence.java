package io.interlude.domain.rotation;

import java.util.stream.IntStream;

/// The memory of each creative of a rotation, in fetches and engaged fetches of today's weight.
///
/// **Forgetting.** Each epoch counts [#REMEMBERED] as much as the next newer one, so a creative
/// whose rate rises or falls is found (Raj and Kalyani, "Taming non-stationary bandits: a Bayesian
/// approach", 2017). An epoch is so many engaged fetches, not so many fetches or hours, hence about
/// 320 engagements are remembered at any rate and any delay. All creatives age together: knowledge
/// of one that is served rarely grows old too.
///
/// **Waiting.** A fetch that was just served did not fail to engage; its feedback is still to come.
/// Nothing is known of fetches after the latest one that is known to have engaged, so those do not
/// count yet (the censoring of Joulani, György and Szepesvári, "Online learning under delayed
/// feedback", 2013). Their number in an epoch is known for all creatives together, and each is
/// taken to have its part of it.
final class Evidence {
    private static final double REMEMBERED = 0.9;

    private static final double[] AGE_TO_WEIGHT =
            IntStream.range(0, CreativeEngagement.KEPT_EPOCHS)
                    .mapToDouble(age -> Math.pow(REMEMBERED, age))
                    .toArray();

    private final long epoch;
    private final double[] fetches;
    private final double[] engaged;

    /// @param stamp of the fetch that is decided
    Evidence(Engagement[] creatives, RotationStamp stamp) {
        epoch = stamp.epoch();
        fetches = new double[creatives.length];
        engaged = new double[creatives.length];
        double[] ageToKnownShare = ageToKnownShare(creatives, stamp.sequence());
        for (int i = 0; i < creatives.length; i++) {
            remember(i, creatives[i], ageToKnownShare);
        }
    }

    int creatives() {
        return fetches.length;
    }

    double engaged(int creative) {
        return engaged[creative];
    }

    /// Fetches whose feedback is taken to be known, engaged or not.
    double fetches(int creative) {
        return fetches[creative];
    }

    private void remember(int creative, Engagement engagement, double[] ageToKnownShare) {
        for (EngagementEpoch counted : engagement.epochs()) {
            int age = age(counted);
            if (age < AGE_TO_WEIGHT.length) {
                double known = ageToKnownShare[age] * counted.fetches();
                fetches[creative] += AGE_TO_WEIGHT[age] * known;
                engaged[creative] += AGE_TO_WEIGHT[age] * counted.engagedFetches();
            }
        }
        // The engaged ones are known, whatever the share.
        fetches[creative] = Math.max(fetches[creative], engaged[creative]);
    }

    private int age(EngagementEpoch counted) {
        return Math.clamp(epoch - counted.epoch(), 0, AGE_TO_WEIGHT.length);
    }

    /// For each age of an epoch, the share of its fetches up to the latest one that engaged.
    private double[] ageToKnownShare(Engagement[] creatives, long sequence) {
        long[] ageToFetches = new long[AGE_TO_WEIGHT.length];
        long lastEngaged = Engagement.NEVER;
        for (Engagement creative : creatives) {
            lastEngaged = Math.max(lastEngaged, creative.lastEngaged());
            for (EngagementEpoch counted : creative.epochs()) {
                int age = age(counted);
                if (age < ageToFetches.length) {
                    ageToFetches[age] += counted.fetches();
                }
            }
        }
        long waiting = Math.max(0, sequence - lastEngaged - 1);
        double[] shares = new double[ageToFetches.length];
        for (int age = 0; age < shares.length; age++) {
            long known = Math.max(0, ageToFetches[age] - waiting);
            shares[age] = ageToFetches[age] == 0 ? 1 : (double) known / ageToFetches[age];
            waiting = Math.max(0, waiting - ageToFetches[age]);
        }
        return shares;
    }
}
