package io.interlude.report.feedback;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.command.StaleRevisionException;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.fixture.Cells;
import io.interlude.schema.CardContent;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.FeedbackLimit;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A catalogue of one org with the creative `cr-1`, which other processes change too.
final class ReportedCatalogue implements CatalogueRecords, CatalogueWriter {
    private static final OrgId ORG = new OrgId(Cells.ORG);

    private final SettingsChanged settings =
            SettingsChanged.newBuilder()
                    .setOrgId(Cells.ORG)
                    .setId("settings")
                    .setVersion(1)
                    .setRevision(1)
                    .setRevisionSize(1)
                    .setChangedAt(Instant.EPOCH)
                    .build();
    private CreativeVersionChanged creative =
            CreativeVersionChanged.newBuilder()
                    .setOrgId(Cells.ORG)
                    .setId("cr-1")
                    .setVersion(1)
                    .setRevision(1)
                    .setRevisionSize(1)
                    .setChangedAt(Instant.EPOCH)
                    .setLineItemId("li-1")
                    .setApproved(true)
                    .setCreatedAt(Instant.EPOCH)
                    .setWeight(1)
                    .setCard(
                            CardContent.newBuilder()
                                    .setTitle("T")
                                    .setDisclosure("S")
                                    .setActions(List.of())
                                    .build())
                    .build();
    private long revision = 1;
    private boolean changesMeanwhile;

    void limit(@Nullable FeedbackLimit limit) {
        settings.setFeedbackLimit(limit);
    }

    CreativeVersionChanged creative() {
        return creative;
    }

    /// A person approves it again.
    void approve() {
        creative =
                CreativeVersionChanged.newBuilder(creative)
                        .setVersion(creative.getVersion() + 1)
                        .setChangedBy("user:p-1")
                        .setApproved(true)
                        .build();
        revision++;
    }

    /// Another process changes the org just before the next commit.
    void changeMeanwhile() {
        changesMeanwhile = true;
    }

    @Override
    public CompletableFuture<Long> commit(
            OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
        if (changesMeanwhile) {
            changesMeanwhile = false;
            revision++;
        }
        if (basis != revision) {
            return CompletableFuture.failedFuture(
                    new StaleRevisionException(orgId, basis, revision));
        }
        creative = (CreativeVersionChanged) entries.getFirst().value();
        return CompletableFuture.completedFuture(++revision);
    }

    @Override
    public CompletableFuture<Long> newest(OrgId orgId) {
        return CompletableFuture.completedFuture(revision);
    }

    @Override
    public <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, OrgId orgId, String id) {
        return all(topic, orgId).stream().findFirst();
    }

    @Override
    public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
        return Stream.of(settings, creative)
                .filter(topic.valueType()::isInstance)
                .map(topic.valueType()::cast)
                .toList();
    }

    @Override
    public Set<OrgId> orgs() {
        return Set.of(ORG);
    }

    @Override
    public long revision(OrgId orgId) {
        return revision;
    }

    @Override
    public CatalogueRecords pinned(OrgId orgId) {
        return this;
    }
}
