package io.interlude.ingest.harness;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.rejected.KeptRejection;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.journal.rejected.RejectedPage;
import io.interlude.journal.rejected.RejectedQuery;
import io.interlude.journal.rejected.RejectionId;
import io.interlude.schema.EventRejected;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Finds what the in-memory journal got as `ads.rejected`, in partition 0 and in its order there.
public final class RefusedEvents implements RejectedJournal {
    private final InMemoryJournal journal;

    RefusedEvents(InMemoryJournal journal) {
        this.journal = journal;
    }

    @Override
    public CompletableFuture<RejectedPage> page(RejectedQuery query) {
        throw new UnsupportedOperationException("event ingest reads one at a time");
    }

    @Override
    public CompletableFuture<Optional<KeptRejection>> find(OrgId orgId, RejectionId id) {
        List<EventRejected> refused = journal.of(Topics.REJECTED);
        return CompletableFuture.completedFuture(
                id.partition() == 0 && id.offset() < refused.size()
                        ? Optional.of(
                                new KeptRejection(id, Fetches.NOW, refused.get((int) id.offset())))
                        : Optional.empty());
    }
}
