package io.interlude.catalogue.command;

import static io.interlude.catalogue.record.CatalogueFixtures.aCampaign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueSizes;
import io.interlude.catalogue.snapshot.OrgView;
import io.interlude.catalogue.snapshot.RecordWeight;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.append.CatalogueFullException;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordBoundTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());
    private static final long CAMPAIGN_BYTES = RecordWeight.of(campaign(false));
    private static final long OF_ORG = 64 * CAMPAIGN_BYTES;
    private static final long OF_ALL = 100 * CAMPAIGN_BYTES;

    private final RecordBound bound = new RecordBound((_, _) -> new byte[0], OF_ORG, OF_ALL);

    private static CampaignChanged campaign(boolean archived) {
        return aCampaign("spring").setArchived(archived).build();
    }

    /// @param campaigns that the org's catalogue takes as much as
    /// @param others the same of all other orgs together
    private void add(long campaigns, int orgs, long others, boolean archived) {
        OrgView held =
                new OrgView(
                        OrgCatalogue.compile(ACME, 1, NOTHING),
                        Map.of(),
                        campaigns * CAMPAIGN_BYTES);
        bound.requireRoom(
                campaigns == 0 ? null : held,
                new CatalogueSizes(orgs, (campaigns + others) * CAMPAIGN_BYTES),
                List.of(
                        new CatalogueEntry<>(
                                Topics.CAMPAIGNS,
                                CatalogueKeys.of(ACME, "spring"),
                                campaign(archived))));
    }

    private void assertFull(long campaigns, int orgs, long others) {
        assertThatThrownBy(() -> add(campaigns, orgs, others, false))
                .isInstanceOf(CatalogueFullException.class);
    }

    @Test
    void anOrgMayTakeWhatOthersLeaveUpToItsOwnBound() {
        assertThatCode(() -> add(63, 20, 36, false)).doesNotThrowAnyException();
        assertFull(64, 20, 0);
        assertFull(63, 20, 37);
    }

    @Test
    void anOrgIsServedBelowItsEqualPartHoweverMuchOthersTake() {
        assertThatCode(() -> add(0, 9, 100, false)).doesNotThrowAnyException();
        assertThatCode(() -> add(9, 10, 150, false)).doesNotThrowAnyException();
        assertFull(10, 10, 150);
    }

    @Test
    void whatArchivesIsServedWhereTheShareOfAllIsTaken() {
        assertFull(50, 10, 100);
        assertThatCode(() -> add(50, 10, 100, true)).doesNotThrowAnyException();
    }

    @Test
    void allMayHoldWhatOneMay() {
        assertThat(RecordBound.ofHeap((_, _) -> new byte[0], Long.MAX_VALUE).mostOfAllBytes())
                .isEqualTo(Long.MAX_VALUE);
    }
}
