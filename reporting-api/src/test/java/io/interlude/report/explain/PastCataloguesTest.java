package io.interlude.report.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PastCataloguesTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private final List<Long> read = new ArrayList<>();
    private boolean readable = true;
    private final PastCatalogues catalogues = new PastCatalogues(this::read);

    private CompletableFuture<Optional<OrgCatalogue>> read(OrgId orgId, long revision) {
        read.add(revision);
        return readable
                ? CompletableFuture.completedFuture(
                        Optional.of(OrgCatalogue.compile(orgId, revision, NOTHING)))
                : CompletableFuture.failedFuture(new IllegalStateException("away"));
    }

    private PreparedCatalogue at(long revision) {
        return catalogues.at(ACME, revision).join().orElseThrow();
    }

    @Test
    void keepsTheLatestAlone() {
        PreparedCatalogue first = at(1);
        assertThat(at(1)).isSameAs(first);
        at(2);

        assertThat(at(1)).isNotSameAs(first);
        assertThat(catalogues.at(new OrgId("other"), 1).join().orElseThrow().source().orgId())
                .isEqualTo(new OrgId("other"));
        assertThat(read).containsExactly(1L, 2L, 1L, 1L);
    }

    @Test
    void readsAgainWhatCouldNotBeRead() {
        readable = false;
        assertThat(catalogues.at(ACME, 1)).isCompletedExceptionally();

        readable = true;

        assertThat(at(1).source().revision()).isEqualTo(1);
    }
}
