package io.interlude.manage.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RecentCataloguesTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private final List<Long> made = new ArrayList<>();
    private final RecentCatalogues recent =
            new RecentCatalogues(
                    (orgId, revision, _) -> {
                        made.add(revision);
                        return CompletableFuture.completedFuture(
                                Optional.of(OrgCatalogue.compile(orgId, revision, NOTHING)));
                    },
                    ACME,
                    CatalogueEdits.NONE);

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
}
