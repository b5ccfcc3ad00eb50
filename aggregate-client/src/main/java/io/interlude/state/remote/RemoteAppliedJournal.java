package io.interlude.state.remote;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.AdminAppliedJournal;
import io.interlude.state.query.AppliedJournal;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/// Asks the broker how far the aggregator's group has committed; any instance tells which it is.
final class RemoteAppliedJournal implements AppliedJournal {
    private final Admin admin;
    private final OwnerDirectory directory;

    RemoteAppliedJournal(Admin admin, OwnerDirectory directory) {
        this.admin = admin;
        this.directory = directory;
    }

    @Override
    public void await(Map<TopicPartition, Long> placeToEnd, Duration deadline) {
        String applicationId =
                directory
                        .applicationId()
                        .orElseThrow(() ->
                                new StateUnavailableException(
                                        "no instance of the aggregator has answered"));
        new AdminAppliedJournal(admin, applicationId, directory.partitions())
                .await(placeToEnd, deadline);
    }
}
