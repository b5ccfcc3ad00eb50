package io.interlude.ingest.harness;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A catalogue of one creative version with two actions, the first with the macro.
public final class OneCreative implements Catalogues {
    public static final CreativeId ID = new CreativeId("hotel-card");
    public static final int VERSION = 4;
    public static final ServedCreativeKey KEY = ServedCreativeKey.of(KnownKeys.ORG, ID, VERSION);

    private static final CreativeVersion CREATIVE =
            new CreativeVersion(
                    ID,
                    VERSION,
                    new LineItemId("hotels"),
                    true,
                    null,
                    Instant.EPOCH,
                    1,
                    Map.of(),
                    new CreativeContent.Card(
                            "Title",
                            null,
                            null,
                            null,
                            null,
                            "Sponsored",
                            List.of(
                                    new CreativeContent.CardAction(
                                            "Book", "https://hotel.example/a?il={messageId}&x=1"),
                                    new CreativeContent.CardAction(
                                            "Call", "https://hotel.example/b"))));

    @Override
    public Optional<OrgCatalogue> org(OrgId orgId) {
        return Optional.empty();
    }

    @Override
    public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
        return Optional.empty();
    }

    @Override
    public Optional<ServedCreative> served(ServedCreativeKey key) {
        return key.equals(KEY)
                ? Optional.of(new ServedCreative(KnownKeys.ORG, CREATIVE))
                : Optional.empty();
    }
}
