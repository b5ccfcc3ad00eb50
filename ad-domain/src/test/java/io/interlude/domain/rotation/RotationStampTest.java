package io.interlude.domain.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RotationStampTest {
    @Test
    void firstFetchStartsTheRotation() {
        assertThat(next(Engagement.NONE, Engagement.NONE)).isEqualTo(RotationStamp.START);
    }

    @Test
    void epochEndsWhenEnoughOfItsFetchesEngaged() {
        EngagementEpoch before = new EngagementEpoch(2, 900, 500);

        assertThat(next(did(before, 3, 20), did(before, 3, 11)).epoch()).isEqualTo(3);
        assertThat(next(did(before, 3, 20), did(before, 3, 12)).epoch()).isEqualTo(4);
        assertThat(next(did(before, 2, 0), did(before, 3, 31)).epoch()).isEqualTo(3);
    }

    @Test
    void epochHasALeastLengthHoweverManyOfItsFetchesEngaged() {
        assertThat(next(epoch(639, 600)).epoch()).isZero();
        assertThat(next(epoch(640, 600)).epoch()).isEqualTo(1);
        assertThat(next(epoch(400, 300), epoch(240, 0)).epoch()).isEqualTo(1);
        assertThat(RotationStamp.next(new Engagement[] {epoch(33, 32)}, 0).epoch()).isEqualTo(1);
    }

    private static Engagement epoch(long fetches, long engaged) {
        return new Engagement(
                fetches,
                fetches - 1,
                fetches - 1,
                List.of(new EngagementEpoch(0, fetches, engaged)));
    }

    @Test
    void sequenceCountsTheFetchesOfAllCreatives() {
        assertThat(next(served(5, 7), served(3, 6)).sequence()).isEqualTo(8);
    }

    @Test
    void sequenceNeverGoesBackWhenACreativeLeaves() {
        assertThat(next(served(5, 900), served(3, 800)).sequence()).isEqualTo(901);
    }

    private static RotationStamp next(Engagement... creatives) {
        return RotationStamp.next(creatives);
    }

    private static Engagement served(long fetches, long lastServed) {
        return new Engagement(fetches, lastServed, Engagement.NEVER, List.of());
    }

    private static Engagement did(EngagementEpoch before, long epoch, long engaged) {
        return new Engagement(
                1_000, 999, 999, List.of(new EngagementEpoch(epoch, 320, engaged), before));
    }
}
