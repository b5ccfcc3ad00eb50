package io.interlude.journal.append;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/// Finds the partition of the journal in which a subscriber's fetches lie.
public final class JournalPartitions {
    private JournalPartitions() {}

    /// Partition of every fetch of the subscriber, and so of everything about them.
    public static int of(OrgId orgId, Subscriber subscriber, int partitionCount) {
        return of(orgId.value() + '\0' + subscriber.value(), partitionCount);
    }

    /// Partition for any other text, by the hash that Kafka's own clients use (murmur2).
    public static int of(String text, int partitionCount) {
        return Utils.toPositive(Utils.murmur2(text.getBytes(StandardCharsets.UTF_8)))
                % partitionCount;
    }
}
