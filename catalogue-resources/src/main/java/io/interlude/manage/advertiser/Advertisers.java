package io.interlude.manage.advertiser;

import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Advertisers: `{id, name, domains, categories}`. Domains are kept as ASCII in lower case;
/// categories are ids of the IAB Content Taxonomy. While campaigns name an advertiser, it cannot be
/// archived.
public final class Advertisers implements ResourceKind<AdvertiserChanged> {
    private static final String NAME = "name";
    private static final String ADVERTISER_ID = "advertiserId";
    private static final int MAX_NAME_CHARACTERS = 200;
    private static final int MOST_DOMAINS = 100;
    private static final int MOST_CATEGORIES = 16;

    /// The field `advertiserId`, which must name an advertiser if it is there.
    public static @Nullable String advertiserId(Fields fields, Editing<?> editing) {
        String id = fields.text(ADVERTISER_ID, MAX_NAME_CHARACTERS);
        if (id != null && !editing.references().hasAdvertiser(id)) {
            fields.broken(ADVERTISER_ID, "exists", "Give the id of an advertiser.");
        }
        return id;
    }

    /// Writes nothing where there is none.
    public static void write(@Nullable String advertiserId, ObjectNode json) {
        if (advertiserId != null) {
            json.put(ADVERTISER_ID, advertiserId);
        }
    }

    @Override
    public Topic<AdvertiserChanged> topic() {
        return Topics.ADVERTISERS;
    }

    @Override
    public String pathSegment() {
        return "advertisers";
    }

    @Override
    public String section() {
        return "advertisers";
    }

    @Override
    public boolean optionalInImports() {
        return true;
    }

    @Override
    public boolean openToReadKeys() {
        return true;
    }

    @Override
    public String noun() {
        return "advertiser";
    }

    @Override
    public AdvertiserChanged blank() {
        return new AdvertiserChanged();
    }

    @Override
    public AdvertiserChanged decode(Fields fields, Editing<AdvertiserChanged> editing) {
        AdvertiserChanged value = blank();
        value.setName(fields.requiredText(NAME, MAX_NAME_CHARACTERS));
        value.setDomains(BlockedJson.domains(fields, MOST_DOMAINS));
        value.setCategories(BlockedJson.categories(fields, MOST_CATEGORIES));
        return value;
    }

    @Override
    public void encode(AdvertiserChanged value, ObjectNode json) {
        json.put(NAME, value.getName());
        ArrayNode domains = json.putArray(BlockedJson.DOMAINS);
        value.getDomains().forEach(domains::add);
        ArrayNode categories = json.putArray(BlockedJson.CATEGORIES);
        value.getCategories().forEach(categories::add);
    }

    @Override
    public List<String> referrers(AdvertiserChanged value, LiveCatalogue live) {
        return live.all(Topics.CAMPAIGNS).stream()
                .filter(campaign -> value.getId().equals(campaign.getAdvertiserId()))
                .map(CatalogueRecord::getId)
                .sorted()
                .toList();
    }
}
