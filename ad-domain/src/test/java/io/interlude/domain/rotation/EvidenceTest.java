package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    @Test
    void olderEpochsCountLess() {
        Engagement[] creatives = {
            engagement(
                    300,
                    299,
                    new EngagementEpoch(9, 100, 10),
                    new EngagementEpoch(8, 100, 20),
                    new EngagementEpoch(0, 100, 30))
        };

        Evidence evidence = new Evidence(creatives, new RotationStamp(9, 300));

        double oldest = Math.pow(0.9, 9);
        assertThat(evidence.engaged(0)).isCloseTo(10 + 0.9 * 20 + oldest * 30, offset(1e-9));
        assertThat(evidence.fetches(0)).isCloseTo(100 + 0.9 * 100 + oldest * 100, offset(1e-9));
    }

    @Test
    void epochsBeyondTheMemoryCountNothing() {
        Engagement[] creatives = {engagement(100, 99, new EngagementEpoch(0, 100, 30))};

        Evidence evidence = new Evidence(creatives, new RotationStamp(32, 100));

        assertThat(evidence.engaged(0)).isZero();
        assertThat(evidence.fetches(0)).isZero();
    }

    @Test
    void fetchesAfterTheLatestEngagedOneDoNotCount() {
        // Of 200 + 200 fetches in the epoch the latest 100 wait for feedback.
        Engagement[] creatives = {
            engagement(200, 250, new EngagementEpoch(0, 200, 10)),
            engagement(200, 299, new EngagementEpoch(0, 200, 0))
        };

        Evidence evidence = new Evidence(creatives, new RotationStamp(0, 400));

        assertThat(evidence.fetches(0)).isCloseTo(150, offset(1e-9));
        assertThat(evidence.fetches(1)).isCloseTo(150, offset(1e-9));
    }

    @Test
    void waitingFetchesMayFillSeveralEpochs() {
        Engagement[] creatives = {
            engagement(300, 149, new EngagementEpoch(1, 100, 0), new EngagementEpoch(0, 200, 9))
        };

        Evidence evidence = new Evidence(creatives, new RotationStamp(1, 300));

        assertThat(evidence.fetches(0)).isCloseTo(0.9 * 150, offset(1e-9));
    }

    @Test
    void nothingIsKnownBeforeTheFirstEngagement() {
        Engagement[] creatives = {
            engagement(300, Engagement.NEVER, new EngagementEpoch(0, 300, 0))
        };

        assertThat(new Evidence(creatives, new RotationStamp(0, 300)).fetches(0)).isZero();
    }

    private static Engagement engagement(
            long fetches, long lastEngaged, EngagementEpoch... epochs) {
        return new Engagement(fetches, fetches - 1, lastEngaged, List.of(epochs));
    }
}
