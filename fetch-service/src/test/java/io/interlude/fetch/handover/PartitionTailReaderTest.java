package io.interlude.fetch.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.fetch.handover.PartitionTailReader.TailRequest;
import io.interlude.fetch.overlay.SubscriberKey;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PartitionTailReaderTest {
    private static final SubscriberKey ANN =
            new SubscriberKey(new OrgId("acme"), new Subscriber("ann"));

    private final PartitionTailReader reader = new PartitionTailReader();

    private CompletableFuture<End> request(long atNanos) {
        CompletableFuture<End> answer = new CompletableFuture<>();
        reader.add(new TailRequest(3, ANN, answer, atNanos));
        return answer;
    }

    private void read(long offset) {
        reader.tail().add(ANN, new TailFetch(offset, Instant.EPOCH, List.of()));
        reader.readTo(offset + 1);
    }

    private static List<Long> offsets(CompletableFuture<End> answer) {
        return answer.join().fetches().stream().map(TailFetch::offset).toList();
    }

    @Test
    void whoComesWhileTheEndIsAskedForWaitsForTheNextEnd() {
        // given
        CompletableFuture<End> first = request(0);
        assertThat(reader.beginAsking()).isTrue();
        CompletableFuture<End> second = request(0);
        assertThat(reader.beginAsking()).isFalse();
        assertThat(reader.raise(5)).isTrue();

        // when
        reader.ended(7);
        read(6);

        // then
        assertThat(offsets(first)).containsExactly(6L);
        assertThat(second).isNotDone();
        assertThat(reader.beginAsking()).isTrue();
        reader.ended(9);
        read(8);
        assertThat(offsets(second)).containsExactly(6L, 8L);
        assertThat(second.join().from()).isEqualTo(5);
    }

    @Test
    void whatLiesBeforeTheFloorIsForgotten() {
        // given
        reader.raise(5);
        read(5);
        read(9);

        // when, then
        assertThat(reader.raise(7)).isFalse();
        assertThat(reader.tail().size()).isEqualTo(1);
        assertThat(reader.raise(20)).isTrue();
        assertThat(reader.position()).isEqualTo(20);
        assertThat(reader.tail().size()).isZero();
    }

    @Test
    void nobodyWaitsForEver() {
        CompletableFuture<End> unasked = request(10);
        reader.giveUp(11);
        assertThat(unasked).isCompletedExceptionally();

        CompletableFuture<End> unread = request(10);
        assertThat(reader.beginAsking()).isTrue();
        reader.ended(100);
        reader.giveUp(11);
        assertThat(unread).isCompletedExceptionally();

        CompletableFuture<End> untold = request(10);
        assertThat(reader.beginAsking()).isTrue();
        reader.failed("away");
        assertThat(untold).isCompletedExceptionally();
        assertThat(reader.isWanted()).isFalse();
    }

    @Test
    void beginsAnewAfterAFault() {
        reader.raise(5);
        read(6);

        reader.reset("fault");

        assertThat(reader.tail().size()).isZero();
        assertThat(reader.raise(5)).isTrue();
    }
}
