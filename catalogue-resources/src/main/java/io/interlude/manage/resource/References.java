package io.interlude.manage.resource;

/// The resources that a resource can refer to: the live catalogue, or during an import the imported
/// one.
public interface References {
    boolean hasApplication(String id);

    boolean hasAdUnitCode(String code);

    boolean hasAdvertiser(String id);

    boolean hasCampaign(String id);

    boolean hasLineItem(String id);

    boolean hasConversionGoal(String id);
}
