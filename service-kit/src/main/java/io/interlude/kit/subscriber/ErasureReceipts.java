package io.interlude.kit.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.projection.RecordListener;
import io.interlude.schema.ErasureRecorded;
import io.interlude.schema.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Every org's receipts, from `catalogue.erasures`. One thread writes, any number read.
public final class ErasureReceipts implements RecordListener {
    private final Map<OrgId, OrgReceipts> orgToReceipts = new ConcurrentHashMap<>();
    private final ShownOffsets offsets = new ShownOffsets();
    private long lastOffset = -1;

    public Optional<ErasureReceipt> find(OrgId orgId, String receiptId) {
        OrgReceipts receipts = orgToReceipts.get(orgId);
        return receipts == null ? Optional.empty() : receipts.find(receiptId);
    }

    /// The org's receipts, newest first.
    ///
    /// @param before only those older than this receipt; empty for the newest
    /// @param most how many at most
    public List<ErasureReceipt> newestFirst(OrgId orgId, Optional<String> before, int most) {
        OrgReceipts receipts = orgToReceipts.get(orgId);
        return receipts == null ? List.of() : receipts.newestFirst(before, most);
    }

    CompletableFuture<Void> whenShown(long offset) {
        return offsets.whenAt(offset);
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        ErasureRecorded recorded = (ErasureRecorded) value;
        lastOffset = source.offset();
        orgToReceipts
                .computeIfAbsent(new OrgId(recorded.getOrgId()), _ -> new OrgReceipts())
                .add(
                        new ErasureReceipt(
                                recorded.getReceiptId(),
                                recorded.getErasedAt(),
                                recorded.getErasedBy()));
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        offsets.show(lastOffset);
    }

    /// One org's, in the order in which they were made.
    private static final class OrgReceipts {
        private final List<ErasureReceipt> oldestFirst = new ArrayList<>();
        private final Map<String, Integer> idToIndex = new HashMap<>();

        /// A receipt that comes again changes nothing.
        synchronized void add(ErasureReceipt receipt) {
            if (idToIndex.putIfAbsent(receipt.receiptId(), oldestFirst.size()) == null) {
                oldestFirst.add(receipt);
            }
        }

        synchronized Optional<ErasureReceipt> find(String receiptId) {
            return Optional.ofNullable(idToIndex.get(receiptId)).map(oldestFirst::get);
        }

        synchronized List<ErasureReceipt> newestFirst(Optional<String> before, int most) {
            int end = before.map(id -> idToIndex.getOrDefault(id, 0)).orElse(oldestFirst.size());
            return oldestFirst.subList(Math.max(0, end - most), end).reversed().stream().toList();
        }
    }
}
