package io.interlude.catalogue.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.history.HistoryCodec;
import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueSizes;
import io.interlude.catalogue.snapshot.OrgView;
import io.interlude.catalogue.snapshot.RecordWeight;
import io.interlude.journal.append.CatalogueFullException;
import io.interlude.journal.append.OversizedRecordException;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topics;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/// Holds records of the catalogue to what their topics take, and orgs to what every process keeps
/// of them in memory. Found out by Kafka, a record that is too large costs the transaction and the
/// writer's place, and everybody waits for the next.
///
/// All orgs together have a share of the heap. Once it is taken, an org grows as long as it holds
/// less than its equal part of the share, so that none can leave the others without room: all of
/// them may then hold twice the share at most.
///
/// @param serializer writes values as they are sent
/// @param mostOfOrgBytes of the records of one org, by [RecordWeight]
/// @param mostOfAllBytes of the records of all orgs, from what one may take
public record RecordBound(
        Serializer<? super SpecificRecord> serializer, long mostOfOrgBytes, long mostOfAllBytes) {
    /// Part of the heap that is for the catalogues of all orgs: one in so many.
    public static final int HEAP_PARTS = 6;

    /// Of what an org may hold, kept for archiving, which adds a version of each creative, and for
    /// changes that make nothing larger but the history.
    private static final int SPARE_PARTS = 4;

    /// Of this process's heap.
    ///
    /// @param mostOfOrgBytes of one org; all have as much at least
    public static RecordBound ofHeap(
            Serializer<? super SpecificRecord> serializer, long mostOfOrgBytes) {
        return new RecordBound(
                serializer,
                mostOfOrgBytes,
                Math.max(mostOfOrgBytes, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
    }

    boolean admits(ProducerRecord<String, SpecificRecord> sent) {
        byte[] value = serializer.serialize(sent.topic(), sent.value());
        int bytes = value.length + sent.key().getBytes(UTF_8).length;
        return bytes <= Topics.LARGEST_RECORD_BYTES;
    }

    /// Refuses a change by which the org would hold more than it may. What only archives, pauses or
    /// is the product's own has some more room: it ends what should not serve.
    ///
    /// @param held by the org; null for a new one
    /// @param all what the catalogues of all orgs take
    void requireRoom(@Nullable OrgView held, CatalogueSizes all, List<CatalogueEntry<?>> entries) {
        long heldBytes = held == null ? 0 : held.heapBytes();
        long growthBytes = 0;
        for (CatalogueEntry<?> entry : entries) {
            CatalogueRecord value = entry.value();
            CatalogueRecord former =
                    held == null ? null : held.latest(entry.topic(), value.getId());
            growthBytes += RecordWeight.growth(entry.topic(), value, former);
        }
        boolean small = growthBytes <= (long) RecordWeight.CHANGE_BYTES * entries.size();
        boolean spared = small || archives(entries);
        long mostBytes = spared ? mostOfOrgBytes : Math.min(mostOfOrgBytes, fairBytes(held, all));
        long spareBytes = spared ? mostOfOrgBytes / SPARE_PARTS : 0;
        if (growthBytes > 0 && heldBytes + growthBytes - spareBytes > mostBytes) {
            throw new CatalogueFullException(heldBytes, growthBytes, mostBytes);
        }
    }

    /// The bytes that an org may hold beside the others: what they leave, or its equal part.
    private long fairBytes(@Nullable OrgView held, CatalogueSizes all) {
        return held == null
                ? Math.max(mostOfAllBytes - all.sumBytes(), mostOfAllBytes / (all.orgs() + 1))
                : Math.max(
                        mostOfAllBytes - (all.sumBytes() - held.heapBytes()),
                        mostOfAllBytes / all.orgs());
    }

    /// Whether the change only archives, which also revokes keys, or is the product's own.
    static boolean archives(List<CatalogueEntry<?>> entries) {
        return entries.stream()
                .map(CatalogueEntry::value)
                .allMatch(value -> value.getArchived() || isOfProduct(value.getChangedBy()));
    }

    private static boolean isOfProduct(@Nullable String changedBy) {
        return changedBy != null && Actor.namesProduct(changedBy);
    }

    /// The refusal of a resource that is too large; names its largest field.
    static OversizedRecordException refusal(CatalogueEntry<?> entry) {
        CatalogueRecord value = entry.value();
        return new OversizedRecordException(
                HistoryCodec.kind(entry.topic()),
                value.getId(),
                largestField(value),
                Topics.LARGEST_RECORD_BYTES);
    }

    private static String largestField(CatalogueRecord value) {
        String largest = "";
        int most = -1;
        for (Schema.Field field : value.getSchema().getFields()) {
            int length = String.valueOf(value.get(field.pos())).length();
            if (length > most) {
                most = length;
                largest = field.name();
            }
        }
        return largest;
    }
}
