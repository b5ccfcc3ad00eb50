package io.interlude.report.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Place;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PastCataloguesTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private static final OrgId LARGE = new OrgId("large");
    private static final long CATALOGUE_BYTES = 1_000_000;

    private final List<Long> read = new ArrayList<>();
    private boolean readable = true;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Admission admission =
            new Admission(Map.of(), CATALOGUE_BYTES + CATALOGUE_BYTES / 2, meters);
    private final Place place = admission.arriving();
    private final PastCatalogues catalogues =
            new PastCatalogues(
                    new CatalogueHistory() {
                        @Override
                        public CompletableFuture<Optional<OrgCatalogue>> at(
                                OrgId orgId, long revision) {
                            return read(orgId, revision);
                        }

                        @Override
                        public long heapBytes(OrgId orgId) {
                            return orgId.equals(LARGE) ? CATALOGUE_BYTES : 0;
                        }
                    });

    private CompletableFuture<Optional<OrgCatalogue>> read(OrgId orgId, long revision) {
        read.add(revision);
        return readable
                ? CompletableFuture.completedFuture(
                        Optional.of(OrgCatalogue.compile(orgId, revision, NOTHING)))
                : CompletableFuture.failedFuture(new IllegalStateException("away"));
    }

    private PreparedCatalogue at(long revision) {
        return catalogues.at(ACME, revision, place).join().orElseThrow();
    }

    @Test
    void keepsTheLatestAlone() {
        PreparedCatalogue first = at(1);
        assertThat(at(1)).isSameAs(first);
        at(2);

        assertThat(at(1)).isNotSameAs(first);
        assertThat(
                        catalogues
                                .at(new OrgId("other"), 1, place)
                                .join()
                                .orElseThrow()
                                .source()
                                .orgId())
                .isEqualTo(new OrgId("other"));
        assertThat(read).containsExactly(1L, 2L, 1L, 1L);
    }

    @Test
    void readsAgainWhatCouldNotBeRead() {
        readable = false;
        assertThat(catalogues.at(ACME, 1, place)).isCompletedExceptionally();

        readable = true;

        assertThat(at(1).source().revision()).isEqualTo(1);
    }

    @Test
    void requestsCountItWhileTheyUseIt() {
        place.belongsTo(Owner.org(LARGE.value()));
        assertThat(catalogues.at(LARGE, 1, place)).isCompleted();
        try (Place another = admission.arriving()) {
            another.belongsTo(Owner.org(LARGE.value()));
            assertThatThrownBy(() -> catalogues.at(LARGE, 1, another))
                    .isInstanceOf(OverloadedException.class);

            place.close();

            assertThat(catalogues.at(LARGE, 1, another)).isCompleted();
        }
        assertThat(meters.get("http.server.memory").gauge().value()).isZero();
        assertThat(read).containsExactly(1L);
    }
}
