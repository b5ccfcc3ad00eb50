package io.interlude.manage.catalogue;

import io.interlude.manage.resource.References;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The targets of an import's references: its own resources and those that it leaves.
record ImportedReferences(
        Set<String> applications,
        Set<String> adUnitCodes,
        Predicate<String> advertisers,
        Set<String> campaigns,
        Set<String> lineItems,
        Predicate<String> conversionGoals)
        implements References {

    /// @param live the references before the import
    static ImportedReferences of(ObjectNode catalogue, References live) {
        return new ImportedReferences(
                texts(catalogue, "applications", "id"),
                texts(catalogue, "adUnits", "code"),
                catalogue.hasNonNull("advertisers")
                        ? texts(catalogue, "advertisers", "id")::contains
                        : live::hasAdvertiser,
                texts(catalogue, "campaigns", "id"),
                texts(catalogue, "lineItems", "id"),
                catalogue.hasNonNull("conversionGoals")
                        ? texts(catalogue, "conversionGoals", "id")::contains
                        : live::hasConversionGoal);
    }

    private static Set<String> texts(ObjectNode catalogue, String section, String name) {
        Set<String> texts = new HashSet<>();
        for (JsonNode item : catalogue.path(section)) {
            if (item.path(name).isString()) {
                texts.add(item.path(name).stringValue());
            }
        }
        return texts;
    }

    @Override
    public boolean hasApplication(String id) {
        return applications.contains(id);
    }

    @Override
    public boolean hasAdUnitCode(String code) {
        return adUnitCodes.contains(code);
    }

    @Override
    public boolean hasAdvertiser(String id) {
        return advertisers.test(id);
    }

    @Override
    public boolean hasCampaign(String id) {
        return campaigns.contains(id);
    }

    @Override
    public boolean hasConversionGoal(String id) {
        return conversionGoals.test(id);
    }

    @Override
    public boolean hasLineItem(String id) {
        return lineItems.contains(id);
    }
}
