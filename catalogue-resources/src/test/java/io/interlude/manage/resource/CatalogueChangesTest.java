package io.interlude.manage.resource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.command.StaleRevisionException;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.manage.resource.CatalogueChanges.Decision;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/// Commands while another process changes the same org.
class CatalogueChangesTest {
    private static final OrgId ORG = new OrgId("acme");

    private final Org org = new Org();
    private final CatalogueChanges changes =
            new CatalogueChanges(org, org, new OrgQueue(Runnable::run));
    private final List<Long> decidedOn = new ArrayList<>();

    private CompletableFuture<String> change() {
        return changes.change(
                ORG,
                live -> {
                    decidedOn.add(live.revision());
                    return new Decision<>(List.of(entry()), "done on " + live.revision());
                });
    }

    private CompletableFuture<String> refusedBelow(long revision) {
        return changes.change(
                ORG,
                live -> {
                    decidedOn.add(live.revision());
                    if (live.revision() < revision) {
                        throw Problem.of(Reason.CONFLICT, "Read it again.").exception();
                    }
                    return new Decision<>(List.of(), "nothing to do");
                });
    }

    private static CatalogueEntry<CampaignChanged> entry() {
        return new CatalogueEntry<>(
                Topics.CAMPAIGNS, CatalogueKeys.of(ORG, "c"), new CampaignChanged());
    }

    private static Throwable failure(CompletableFuture<?> outcome) {
        Throwable failure = requireNonNull(outcome.handle((_, error) -> error).join());
        return failure instanceof CompletionException
                ? requireNonNull(failure.getCause())
                : failure;
    }

    @Test
    void isDecidedAgainOnWhatAnotherProcessWrote() {
        org.shown = 3;
        org.newest = 5;

        assertThat(change()).isCompletedWithValue("done on 5");

        assertThat(decidedOn).containsExactly(3L, 5L);
        assertThat(org.newest).isEqualTo(6);
    }

    @Test
    void aRefusalOnAnOldViewDoesNotStand() {
        org.shown = 3;
        org.newest = 4;

        assertThat(refusedBelow(4)).isCompletedWithValue("nothing to do");

        assertThat(decidedOn).containsExactly(3L, 4L);
    }

    @Test
    void aRefusalOnTheNewestViewStands() {
        org.shown = 3;
        org.newest = 3;

        assertThat(failure(refusedBelow(9))).isInstanceOf(ProblemException.class);

        assertThat(decidedOn).containsExactly(3L);
    }

    @Test
    void aRefusalStandsWhileNobodyCanTellWhatIsNewest() {
        org.shown = 3;
        org.newest = 4;
        org.isAway = true;

        assertThat(failure(refusedBelow(9))).isInstanceOf(ProblemException.class);
    }

    @Test
    void isUnavailableWhereTheOrgNeverStandsStill() {
        org.restless = true;

        assertThat(failure(change())).isInstanceOf(JournalUnavailableException.class);

        assertThat(decidedOn).hasSize(CatalogueChanges.MOST_DECISIONS);
    }

    /// An org that other processes change: what this one's reads show is older than the truth until
    /// its writer has looked.
    private static final class Org implements CatalogueRecords, CatalogueWriter {
        private long shown;
        private long newest;
        private boolean isAway;
        private boolean restless;

        @Override
        public CompletableFuture<Long> commit(
                OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
            if (restless) {
                newest++;
            }
            if (basis != newest) {
                shown = newest;
                return CompletableFuture.failedFuture(
                        new StaleRevisionException(orgId, basis, newest));
            }
            newest++;
            shown = newest;
            return CompletableFuture.completedFuture(newest);
        }

        @Override
        public CompletableFuture<Long> newest(OrgId orgId) {
            if (isAway) {
                return CompletableFuture.failedFuture(new JournalUnavailableException("away"));
            }
            shown = newest;
            return CompletableFuture.completedFuture(newest);
        }

        @Override
        public <V extends CatalogueRecord> Optional<V> latest(
                Topic<V> topic, OrgId orgId, String id) {
            return Optional.empty();
        }

        @Override
        public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
            return List.of();
        }

        @Override
        public long revision(OrgId orgId) {
            return shown;
        }

        @Override
        public Set<OrgId> orgs() {
            return Set.of();
        }

        @Override
        public CatalogueRecords pinned(OrgId orgId) {
            Org pinned = new Org();
            pinned.shown = shown;
            return pinned;
        }
    }
}
