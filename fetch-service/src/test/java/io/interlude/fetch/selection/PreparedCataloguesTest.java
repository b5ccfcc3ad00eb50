package io.interlude.fetch.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PreparedCataloguesTest {
    private static final OrgId BUSY = new OrgId("busy");
    private static final OrgId OTHER = new OrgId("other");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final Snapshots snapshots = new Snapshots();
    private final Queue<Runnable> preparing = new ArrayDeque<>();
    private final PreparedCatalogues prepared = new PreparedCatalogues(snapshots, preparing::add);

    private void change(OrgId orgId, long revision) {
        snapshots.orgToNewest.put(orgId, OrgCatalogue.compile(orgId, revision, NOTHING));
    }

    private CompletableFuture<@Nullable Long> revisionOf(OrgId orgId) {
        return prepared.of(orgId).map(catalogue -> catalogue.source().revision()).toFuture();
    }

    private void prepareNext() {
        preparing.remove().run();
    }

    @Test
    void fetchesOfOthersDoNotWaitWhileAChangedCatalogueIsPrepared() {
        change(OTHER, 1);
        var _ = revisionOf(OTHER);
        prepareNext();
        change(BUSY, 1);

        CompletableFuture<@Nullable Long> busy = revisionOf(BUSY);

        assertThat(revisionOf(OTHER)).isCompletedWithValue(1L);
        assertThat(busy).isNotDone();
        prepareNext();
        assertThat(busy).succeedsWithin(DEADLINE).isEqualTo(1L);
    }

    @Test
    void preparesEachSnapshotOnceAndGivesTheNewest() {
        change(BUSY, 1);
        List<CompletableFuture<@Nullable Long>> asked = List.of(revisionOf(BUSY), revisionOf(BUSY));
        assertThat(preparing).hasSize(1);
        prepareNext();

        assertThat(asked).allSatisfy(one -> assertThat(one).succeedsWithin(DEADLINE).isEqualTo(1L));
        assertThat(revisionOf(BUSY)).isCompletedWithValue(1L);
        assertThat(preparing).isEmpty();
        change(BUSY, 2);
        assertThat(revisionOf(BUSY)).isNotDone();
        assertThat(preparing).hasSize(1);
    }

    @Test
    void orgsTakeTurns() {
        for (long revision = 1; revision <= 3; revision++) {
            change(BUSY, revision);
            var _ = revisionOf(BUSY);
        }
        change(OTHER, 1);
        CompletableFuture<@Nullable Long> other = revisionOf(OTHER);

        prepareNext();
        prepareNext();

        assertThat(other).succeedsWithin(DEADLINE).isEqualTo(1L);
        assertThat(revisionOf(BUSY)).isNotDone();
    }

    private static final class Snapshots implements Catalogues {
        private final Map<OrgId, OrgCatalogue> orgToNewest = new HashMap<>();

        @Override
        public Optional<OrgCatalogue> org(OrgId orgId) {
            return Optional.ofNullable(orgToNewest.get(orgId));
        }

        @Override
        public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
            return Optional.empty();
        }

        @Override
        public Optional<ServedCreative> served(ServedCreativeKey key) {
            return Optional.empty();
        }
    }
}
