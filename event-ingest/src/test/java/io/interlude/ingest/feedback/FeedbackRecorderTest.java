package io.interlude.ingest.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.event.EventOutcome;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.append.AppendPriority;
import io.interlude.schema.EventSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class FeedbackRecorderTest {
    private final Sinks.Empty<Void> applied = Sinks.empty();
    private int appended;
    private int waits;
    private final FeedbackRecorder recorder =
            new FeedbackRecorder(
                    new CountingSink(),
                    new EventIds(),
                    _ -> {
                        waits++;
                        return applied.asMono();
                    },
                    new SimpleMeterRegistry());

    private Mono<EventOutcome> hide(FetchId fetchId) {
        return recorder.record(
                new Feedback(
                        KnownKeys.ORG,
                        null,
                        null,
                        fetchId,
                        FeedbackKind.HIDE,
                        EventSource.redirect,
                        Fetches.NOW));
    }

    @Test
    void repeatsOfAHideWaitForItOnce() {
        FetchId fetchId = Fetches.aFetch();
        List<EventOutcome> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            var _ = hide(fetchId).subscribe(answers::add);
        }
        assertThat(answers).isEmpty();

        applied.tryEmitEmpty().orThrow();
        var _ = hide(fetchId).subscribe(answers::add);

        assertThat(answers).hasSize(51).containsOnly(answers.getFirst());
        assertThat(appended).isEqualTo(1);
        assertThat(waits).isEqualTo(1);
        assertThat(hide(Fetches.aFetch(KnownKeys.ORG, Duration.ofHours(2), 3)).block()).isNotNull();
        assertThat(waits).isEqualTo(2);
    }

    private final class CountingSink implements EventSink {
        @Override
        public CompletableFuture<Void> append(JournalEntry<?> entry, AppendPriority priority) {
            appended++;
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public int partitionCount() {
            return 8;
        }
    }
}
