package io.interlude.fetch.handover;

import io.interlude.journal.append.FetchOffsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;

/// Asks the brokers with Kafka's admin client.
final class AdminJournalEnds implements JournalEnds {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Admin admin;
    private final FetchOffsets offsets;
    private final String applicationId;

    /// @param applicationId the aggregator's
    AdminJournalEnds(Admin admin, String applicationId) {
        this.admin = admin;
        this.applicationId = applicationId;
        offsets = new FetchOffsets(admin, TIMEOUT);
    }

    @Override
    public Map<Integer, CompletableFuture<Long>> ends(Collection<Integer> partitions) {
        return offsets.ends(partitions);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committed() {
        return offsets.committed(applicationId);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
