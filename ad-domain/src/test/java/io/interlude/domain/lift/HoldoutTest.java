package io.interlude.domain.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.Subscriber;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HoldoutTest {
    private static final int SUBSCRIBERS = 20_000;
    private static final CampaignId ONE = new CampaignId("c1");
    private static final CampaignId OTHER = new CampaignId("c2");
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

    /// Four standard deviations of a share of one half.
    private static final Offset<Double> CHANCE = Offset.offset(0.0142);

    private static Predicate<Subscriber> heldOut(CampaignId campaign, double share) {
        return subscriber -> Holdout.of(share).holdsOut(campaign, subscriber);
    }

    private static double share(Predicate<Subscriber> held) {
        return IntStream.range(0, SUBSCRIBERS)
                        .mapToObj(number -> new Subscriber("s" + number))
                        .filter(held)
                        .count()
                / (double) SUBSCRIBERS;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.1, 0.5})
    void holdsOutItsShare(double share) {
        assertThat(share(heldOut(ONE, share))).isCloseTo(share, CHANCE);
    }

    @Test
    void campaignsHoldOutIndependently() {
        assertThat(share(heldOut(ONE, 0.5).and(heldOut(OTHER, 0.5)))).isCloseTo(0.25, CHANCE);
    }

    @Test
    void whoIsHeldOutStaysSoWhenTheHoldoutGrows() {
        assertThat(share(heldOut(ONE, 0.1).and(heldOut(ONE, 0.4).negate()))).isZero();
    }

    @Test
    void changesAreTimed() {
        Holdout begun = Holdout.NONE.changed(0.1, NOON);
        Holdout kept = begun.changed(0.1, NOON.plusSeconds(1));
        Holdout grown = kept.changed(0.2, NOON.plusSeconds(2));
        Holdout ended = grown.changed(0, NOON.plusSeconds(3));

        assertThat(kept).isEqualTo(new Holdout(0.1, NOON, null));
        assertThat(grown).isEqualTo(new Holdout(0.2, NOON.plusSeconds(2), null));
        assertThat(ended).isEqualTo(new Holdout(0, NOON.plusSeconds(2), NOON.plusSeconds(3)));
    }
}
