package io.interlude.manage.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.catalogue.history.EditedCatalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RecentCataloguesTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private static final long CATALOGUE_BYTES = 40 << 20;

    private final List<Long> made = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /// Work may take half of what requests may hold.
    private final WorkMemory memory =
            new Admission(Map.of(), 4 * CATALOGUE_BYTES, meters).work(ACME.value());

    private final RecentCatalogues recent = recent(0);

    private RecentCatalogues recent(long catalogueBytes) {
        return new RecentCatalogues(
                new EditedCatalogues() {
                    @Override
                    public CompletableFuture<Optional<OrgCatalogue>> at(
                            OrgId orgId, long revision, CatalogueEdits edits) {
                        made.add(revision);
                        return CompletableFuture.completedFuture(
                                Optional.of(OrgCatalogue.compile(orgId, revision, NOTHING)));
                    }

                    @Override
                    public long heapBytes(OrgId orgId) {
                        return catalogueBytes;
                    }
                },
                ACME,
                CatalogueEdits.NONE,
                memory);
    }

    @Test
    void keepsTheTwoThatRequestsAroundAChangeAreOf() {
        recent.at(1);
        recent.at(2);
        recent.at(1);
        recent.at(2);

        assertThat(made).containsExactly(1L, 2L);
    }

    @Test
    void keepsNoMoreThanTwo() {
        recent.at(1);
        recent.at(2);
        RecentCatalogues.Pair third = recent.at(3);

        assertThat(recent.known(1)).isNull();
        assertThat(recent.known(2)).isNotNull();
        assertThat(recent.known(3)).isSameAs(third);
        assertThat(third.changed()).isSameAs(third.then());
    }

    @Test
    void countsThemAndKeepsOneAloneWhereThereIsNoRoomForTwo() {
        memory.take(1);
        RecentCatalogues large = recent(CATALOGUE_BYTES);

        large.at(1);
        large.at(2);

        assertThat(large.known(1)).isNull();
        assertThat(large.known(2)).isNotNull();
        assertThat(memory.freeBytes()).isEqualTo(CATALOGUE_BYTES - 1);
        RecentCatalogues another = recent(CATALOGUE_BYTES);
        assertThatThrownBy(() -> another.at(3)).isInstanceOf(OverloadedException.class);
    }
}
