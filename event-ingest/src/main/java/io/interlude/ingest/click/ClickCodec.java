package io.interlude.ingest.click;

import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.append.ReportedMetadata;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Turns a followed click URL into its journal record.
final class ClickCodec {
    private ClickCodec() {}

    static JournalEntry<ClickRecorded> entry(
            ClickToken token,
            ServedCreative served,
            UUID eventId,
            Instant receivedAt,
            @Nullable String invalidTraffic) {
        FetchId fetchId = token.fetchId();
        CreativeVersion creative = served.creative();
        ClickRecorded value =
                new ReportedMetadata(
                                eventId,
                                EventType.click,
                                receivedAt,
                                receivedAt,
                                served.orgId(),
                                null,
                                fetchId,
                                null,
                                EventSource.redirect,
                                null)
                        .writeTo(new ClickRecorded());
        value.setCreativeId(creative.id().value());
        value.setCreativeVersion(creative.version());
        value.setActionIndex(token.actionIndex());
        value.setInvalidTraffic(invalidTraffic);
        return new JournalEntry<>(Topics.CLICKS, fetchId.partition(), fetchId.toString(), value);
    }
}
