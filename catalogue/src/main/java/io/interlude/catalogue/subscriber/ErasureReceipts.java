package io.interlude.catalogue.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.ErasureRecorded;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Every org's receipts, from `catalogue.erasures`. One thread writes, any number read.
public final class ErasureReceipts implements RecordListener {
    private final Map<OrgId, OrgReceipts> orgToReceipts = new ConcurrentHashMap<>();
    private final ShownOffsets offsets = new ShownOffsets();
    private long lastOffset = -1;
    private final AtomicLong count = new AtomicLong();

    /// How many there are, of all orgs.
    public long count() {
        return count.get();
    }

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
        if (source.offset() <= lastOffset) {
            return; // The reader began anew.
        }
        ErasureRecorded recorded = (ErasureRecorded) value;
        lastOffset = source.offset();
        count.incrementAndGet();
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

    /// One org's, in the order in which they were made: 26 bytes for each, in blocks that never
    /// move. To find one by its id all are looked at, some milliseconds for a million.
    private static final class OrgReceipts {
        private final List<Block> blocks = new ArrayList<>();
        private final List<String> erasers = new ArrayList<>();
        private int size;

        synchronized void add(ErasureReceipt receipt) {
            int slot = size % Block.RECEIPTS;
            if (slot == 0) {
                blocks.add(new Block());
            }
            Block block = blocks.getLast();
            UUID id = UUID.fromString(receipt.receiptId());
            block.ids[2 * slot] = id.getMostSignificantBits();
            block.ids[2 * slot + 1] = id.getLeastSignificantBits();
            block.erasedAtMillis[slot] = receipt.erasedAt().toEpochMilli();
            block.erasers[slot] = eraser(receipt.erasedBy());
            size++;
        }

        private char eraser(String keyId) {
            int known = erasers.indexOf(keyId);
            if (known < 0) {
                if (erasers.size() > Character.MAX_VALUE) {
                    throw new IllegalStateException("too many keys of one org erased");
                }
                erasers.add(keyId);
                known = erasers.size() - 1;
            }
            return (char) known;
        }

        synchronized Optional<ErasureReceipt> find(String receiptId) {
            int index = index(receiptId);
            return index < 0 ? Optional.empty() : Optional.of(at(index));
        }

        synchronized List<ErasureReceipt> newestFirst(Optional<String> before, int most) {
            int end = before.map(id -> Math.max(0, index(id))).orElse(size);
            return IntStream.range(0, Math.min(most, end)).mapToObj(i -> at(end - 1 - i)).toList();
        }

        /// Negative without one.
        private int index(String receiptId) {
            UUID id;
            try {
                id = UUID.fromString(receiptId);
            } catch (IllegalArgumentException e) {
                return -1;
            }
            if (!id.toString().equals(receiptId)) {
                return -1;
            }
            for (int i = size - 1; i >= 0; i--) {
                long[] ids = blocks.get(i / Block.RECEIPTS).ids;
                int at = 2 * (i % Block.RECEIPTS);
                if (ids[at] == id.getMostSignificantBits()
                        && ids[at + 1] == id.getLeastSignificantBits()) {
                    return i;
                }
            }
            return -1;
        }

        private ErasureReceipt at(int index) {
            Block block = blocks.get(index / Block.RECEIPTS);
            int slot = index % Block.RECEIPTS;
            return new ErasureReceipt(
                    new UUID(block.ids[2 * slot], block.ids[2 * slot + 1]).toString(),
                    Instant.ofEpochMilli(block.erasedAtMillis[slot]),
                    erasers.get(block.erasers[slot]));
        }
    }

    private static final class Block {
        static final int RECEIPTS = 512;

        private final long[] ids = new long[2 * RECEIPTS];
        private final long[] erasedAtMillis = new long[RECEIPTS];
        private final char[] erasers = new char[RECEIPTS];
    }
}
