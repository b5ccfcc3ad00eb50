package io.interlude.aggregate.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.serving.GroupView.LogEnd;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener.SuspendReason;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PositionLogTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int P = 3;

    private final PositionLog log = new PositionLog();

    @Nested
    class Owned {
        @Test
        void includesWhatItHasCommittedItself() {
            log.lookAtOwned(0, Map.of(P, 40L), Map.of(P, 40L), Set.of());

            assertThat(log.ofOwner(P)).isEqualTo(40);
            assertThat(log.isLevel(P, 4 * SECOND)).isTrue();
            assertThat(log.isLevel(P, 5 * SECOND)).isFalse();
        }

        @Test
        void provesNothingUntilTheCoordinatorSaysThatItOwnsThePartition() {
            log.lookAtOwned(0, Map.of(P, -1L), Map.of(P, 40L), Set.of());
            assertThat(log.ofOwner(P)).isEqualTo(AppliedPositions.NOT_FIT);
            assertThat(log.unproved(Map.of(P, -1L))).containsExactly(P);

            log.lookAtOwned(0, Map.of(P, -1L), Map.of(P, 40L), Set.of(P));

            assertThat(log.ofOwner(P)).isEqualTo(40);
            assertThat(log.unproved(Map.of(P, -1L))).isEmpty();
        }

        @Test
        void isNoLongerLevelOnceAnotherCommits() {
            log.lookAtOwned(0, Map.of(P, 40L), Map.of(P, 40L), Set.of());

            for (int second = 1; second <= 6; second++) {
                log.lookAtOwned(second * SECOND, Map.of(P, 40L), Map.of(P, 41L), Set.of());
            }

            assertThat(log.ofOwner(P)).as("what it includes stays true").isEqualTo(40);
            assertThat(log.isLevel(P, 4 * SECOND)).isTrue();
            assertThat(log.isLevel(P, 6 * SECOND)).isFalse();
        }

        @Test
        void isForgottenWhenItStopsRunning() {
            log.lookAtOwned(0, Map.of(P, 40L), Map.of(P, 40L), Set.of());
            log.lookAtOwned(1, Map.of(), Map.of(P, 40L), Set.of());

            assertThat(log.ofOwner(P)).isEqualTo(AppliedPositions.NOT_FIT);
            assertThat(log.isLevel(P, 1)).isFalse();
        }

        @Test
        void ofAnEmptyJournalIncludesAll() {
            log.lookAtOwned(0, Map.of(P, -1L), Map.of(), Set.of(P));

            assertThat(log.ofOwner(P)).isZero();
            assertThat(log.isLevel(P, SECOND)).isTrue();
        }
    }

    @Nested
    class Followed {
        private static final TopicPartition CHANGELOG = new TopicPartition("log", P);

        private final StandbyOffsets offsets = new StandbyOffsets();

        private void look(long second, long committed, long decided, long written) {
            log.lookAtStandby(
                    P,
                    second * SECOND,
                    committed,
                    Map.of(CHANGELOG, new LogEnd(decided, written)),
                    offsets);
        }

        private void read(long lastOffset) {
            offsets.onBatchLoaded(CHANGELOG, "store", new TaskId(0, P), lastOffset, 1, lastOffset);
        }

        @Test
        void includesWhatWasCommittedOnceItHasReadAllThatIsDecided() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            look(0, 40, 100, 100);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);

            read(97);
            look(1, 40, 100, 100);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);

            read(98);
            look(2, 41, 100, 100);
            assertThat(log.ofStandby(P, offsets)).as("what is left is a marker").isEqualTo(41);
            assertThat(log.isLevel(P, 6 * SECOND)).isTrue();
        }

        @Test
        void staysLevelWhileTheOwnerIsDeadInTheMiddleOfATransaction() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            read(98);
            look(0, 40, 100, 100);

            for (int second = 1; second <= 60; second++) {
                look(second, 40, 100, 130);
            }
            assertThat(log.isLevel(P, 61 * SECOND)).isTrue();

            // The transaction was given up: 30 records that nobody reads, and a marker.
            look(61, 40, 131, 131);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(40);
            assertThat(log.isLevel(P, 62 * SECOND)).isTrue();
        }

        @Test
        void isNotLevelWhenAnotherCommitsBehindAnOpenTransaction() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            read(98);
            look(0, 40, 100, 130);

            for (int second = 1; second <= 10; second++) {
                look(second, 40 + second, 100, 130 + second);
            }

            assertThat(log.ofStandby(P, offsets)).isEqualTo(40);
            assertThat(log.isLevel(P, 10 * SECOND)).isFalse();
        }

        @Test
        void goesOnWhenOffsetsAreCommittedThatChangeNoStore() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            read(98);
            look(0, 40, 100, 100);
            look(1, 45, 100, 100);

            assertThat(log.ofStandby(P, offsets)).isEqualTo(45);
        }

        @Test
        void isNotTheSameStoreOnceItBeginsAnew() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            read(98);
            look(0, 40, 100, 100);

            // Its files were broken: it is read again from the beginning.
            offsets.onUpdateSuspended(CHANGELOG, "store", 98, 100, SuspendReason.MIGRATED);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);
            look(1, 40, 100, 100);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);

            read(98);
            look(2, 40, 100, 100);
            assertThat(log.ofStandby(P, offsets)).isEqualTo(40);
        }

        @Test
        void isForgottenWhenItIsPromotedOrGivenAway() {
            offsets.onUpdateStart(CHANGELOG, "store", 0);
            read(98);
            look(0, 40, 100, 100);
            offsets.onUpdateSuspended(CHANGELOG, "store", 98, 100, SuspendReason.PROMOTED);
            assertThat(offsets.next(CHANGELOG)).isEqualTo(StandbyOffsets.NOT_FOLLOWED);

            log.follow(Set.of());

            assertThat(log.ofStandby(P, offsets)).isEqualTo(AppliedPositions.NOT_FIT);
        }
    }
}
