package io.interlude.fetch.selection;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Folds `ads.feedback` into the orgs of which any subscriber hides an advertiser, so that the
/// others' fetches pay nothing for it. Until the journal is read, that is every org. One thread
/// writes, any number read.
public final class HidingOrgs implements RecordListener {
    private final Duration hideFor;
    private final InstantSource clock;
    private final Map<OrgId, Instant> orgToLastHide = new ConcurrentHashMap<>();
    private volatile boolean read;

    /// @param hideFor how long an advertiser stays hidden
    public HidingOrgs(Duration hideFor, InstantSource clock) {
        this.hideFor = hideFor;
        this.clock = clock;
    }

    /// Whether a subscriber of the org may have hidden an advertiser.
    public boolean mayHide(OrgId orgId) {
        if (!read) {
            return true;
        }
        Instant last = orgToLastHide.get(orgId);
        return last != null && last.isAfter(clock.instant().minus(hideFor));
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        if (value instanceof FeedbackRecorded feedback && feedback.getKind() == FeedbackKind.hide) {
            orgToLastHide.merge(
                    new OrgId(feedback.getOrgId()),
                    feedback.getOccurredAt(),
                    (one, other) -> one.isBefore(other) ? other : one);
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        read |= atEnd;
    }
}
