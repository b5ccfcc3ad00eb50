package io.interlude.manage.advertiser;

import io.interlude.catalogue.record.ContentTaxonomy;
import io.interlude.domain.catalogue.DomainName;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.Blocked;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `blocked: {advertisers?, categories?, domains?}`: what a publisher does not want to be
/// advertised. Advertisers are named by id or by name, and need not be there yet.
public final class BlockedJson {
    static final String CATEGORIES = "categories";
    static final String DOMAINS = "domains";

    private static final String BLOCKED = "blocked";
    private static final String ADVERTISERS = "advertisers";
    private static final int MOST_ENTRIES = 2_000;
    private static final int MAX_NAME_CHARACTERS = 200;
    private static final int MAX_DOMAIN_CHARACTERS = 253;
    private static final int MAX_ID_CHARACTERS = 10;

    private BlockedJson() {}

    /// Null where there is none, and where it blocks nothing.
    public static @Nullable Blocked read(Fields fields) {
        Fields blocked = fields.object(BLOCKED);
        if (blocked == null) {
            return null;
        }
        Blocked value =
                new Blocked(
                        blocked.texts(ADVERTISERS, MOST_ENTRIES, MAX_NAME_CHARACTERS),
                        categories(blocked, MOST_ENTRIES),
                        domains(blocked, MOST_ENTRIES));
        return value.equals(new Blocked(List.of(), List.of(), List.of())) ? null : value;
    }

    static List<String> categories(Fields fields, int most) {
        return fields.texts(
                CATEGORIES,
                most,
                MAX_ID_CHARACTERS,
                (id, at) -> {
                    if (!ContentTaxonomy.current().knows(id)) {
                        fields.violations()
                                .broken(at, "category", "Give ids of the IAB Content Taxonomy.");
                    }
                    return id;
                });
    }

    static List<String> domains(Fields fields, int most) {
        return fields.texts(
                DOMAINS,
                most,
                MAX_DOMAIN_CHARACTERS,
                (text, at) ->
                        DomainName.of(text)
                                .orElseGet(() -> {
                                    fields.violations()
                                            .broken(
                                                    at,
                                                    "domain",
                                                    "Give the name of a domain, such as example.com.");
                                    return null;
                                }));
    }

    /// Writes nothing where there is none.
    public static void write(@Nullable Blocked value, ObjectNode json) {
        if (value == null) {
            return;
        }
        ObjectNode blocked = json.putObject(BLOCKED);
        write(blocked, ADVERTISERS, value.getAdvertisers());
        write(blocked, CATEGORIES, value.getCategories());
        write(blocked, DOMAINS, value.getDomains());
    }

    private static void write(ObjectNode blocked, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode list = blocked.putArray(name);
            texts.forEach(list::add);
        }
    }
}
