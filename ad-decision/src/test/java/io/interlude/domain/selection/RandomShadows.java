package io.interlude.domain.selection;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.Budget;
import java.util.List;
import java.util.function.Function;

/// Random catalogues of which each third line item is a shadow.
public final class RandomShadows {
    private RandomShadows() {}

    public static OrgCatalogue catalogue(RandomDecisions decisions, int mostLineItems) {
        return OrgCatalogue.compile(
                new OrgId("org"), 7, shadowed(decisions.resources(mostLineItems)));
    }

    public static OrgCatalogue.Resources shadowed(OrgCatalogue.Resources resources) {
        return mapped(
                resources,
                item ->
                        item.id().value().hashCode() % 3 == 0
                                ? with(item, ServingStatus.SHADOW, item.budget())
                                : item);
    }

    public static OrgCatalogue.Resources mapped(
            OrgCatalogue.Resources of, Function<LineItem, LineItem> change) {
        return new OrgCatalogue.Resources(
                of.applications(),
                of.adUnits(),
                of.campaigns(),
                of.lineItems().stream().map(change).toList(),
                of.creatives(),
                of.advertisers(),
                of.settings(),
                List.of());
    }

    public static LineItem with(LineItem item, ServingStatus status, Budget budget) {
        return new LineItem(
                item.id(),
                item.campaignId(),
                item.name(),
                status,
                item.activation(),
                item.priority(),
                item.weight(),
                item.flight(),
                item.schedule(),
                item.adUnits(),
                item.price(),
                budget,
                item.pacing(),
                item.frequencyCaps(),
                item.targeting(),
                item.rotation(),
                item.context(),
                item.conversionGoals());
    }
}
