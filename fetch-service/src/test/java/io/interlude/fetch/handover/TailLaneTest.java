package io.interlude.fetch.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.fetch.handover.TailLane.Ask;
import io.interlude.fetch.overlay.SubscriberKey;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TailLaneTest {
    private static final SubscriberKey ANN =
            new SubscriberKey(new OrgId("acme"), new Subscriber("ann"));

    private final TailLane lane = new TailLane();

    private CompletableFuture<End> ask(long atNanos) {
        CompletableFuture<End> answer = new CompletableFuture<>();
        lane.add(new Ask(3, ANN, answer, atNanos));
        return answer;
    }

    private void read(long offset) {
        lane.tail().add(ANN, new TailFetch(offset, Instant.EPOCH, List.of()));
        lane.readTo(offset + 1);
    }

    private static List<Long> offsets(CompletableFuture<End> answer) {
        return answer.join().fetches().stream().map(TailFetch::offset).toList();
    }

    @Test
    void whoComesWhileTheEndIsAskedForWaitsForTheNextEnd() {
        // given
        CompletableFuture<End> first = ask(0);
        assertThat(lane.beginAsking()).isTrue();
        CompletableFuture<End> second = ask(0);
        assertThat(lane.beginAsking()).isFalse();
        assertThat(lane.raise(5)).isTrue();

        // when
        lane.ended(7);
        read(6);

        // then
        assertThat(offsets(first)).containsExactly(6L);
        assertThat(second).isNotDone();
        assertThat(lane.beginAsking()).isTrue();
        lane.ended(9);
        read(8);
        assertThat(offsets(second)).containsExactly(6L, 8L);
        assertThat(second.join().from()).isEqualTo(5);
    }

    @Test
    void whatLiesBeforeTheFloorIsForgotten() {
        // given
        lane.raise(5);
        read(5);
        read(9);

        // when, then
        assertThat(lane.raise(7)).isFalse();
        assertThat(lane.tail().size()).isEqualTo(1);
        assertThat(lane.raise(20)).isTrue();
        assertThat(lane.position()).isEqualTo(20);
        assertThat(lane.tail().size()).isZero();
    }

    @Test
    void nobodyWaitsForEver() {
        CompletableFuture<End> unasked = ask(10);
        lane.giveUp(11);
        assertThat(unasked).isCompletedExceptionally();

        CompletableFuture<End> unread = ask(10);
        assertThat(lane.beginAsking()).isTrue();
        lane.ended(100);
        lane.giveUp(11);
        assertThat(unread).isCompletedExceptionally();

        CompletableFuture<End> untold = ask(10);
        assertThat(lane.beginAsking()).isTrue();
        lane.failed("away");
        assertThat(untold).isCompletedExceptionally();
        assertThat(lane.isWanted()).isFalse();
    }

    @Test
    void beginsAnewAfterAFault() {
        lane.raise(5);
        read(6);

        lane.reset("fault");

        assertThat(lane.tail().size()).isZero();
        assertThat(lane.raise(5)).isTrue();
    }
}
