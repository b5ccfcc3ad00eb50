package io.interlude.aggregate.boot;

import io.interlude.aggregate.query.JournalOffsets;
import io.interlude.journal.append.FetchOffsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;

/// Asks the broker with Kafka's admin client.
final class AdminJournalOffsets implements JournalOffsets {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final FetchOffsets offsets;
    private final String applicationId;
    private final int partitionCount;

    AdminJournalOffsets(Admin admin, String applicationId, int partitionCount) {
        offsets = new FetchOffsets(admin, TIMEOUT);
        this.applicationId = applicationId;
        this.partitionCount = partitionCount;
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> starts() {
        return offsets.starts(partitionCount);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> ends() {
        return offsets.ends(partitionCount);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committed() {
        return offsets.committed(applicationId);
    }
}
