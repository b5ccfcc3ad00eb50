package io.interlude.report.attribute;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/// Folds by attributes on disk: for each its definition (`m`), its positions in the journal (`p`),
/// the records of each request (`f`) and its counters (`c`). The changes of a reading are written
/// as a whole, so that after a crash all are there or none. Memory is bounded: blocks, filters and
/// write buffers share it. Folds that another version wrote are dropped, and counted again from the
/// journal. Safe for use by many threads.
final class AttributeStore implements AutoCloseable {
    private static final byte META = 'm';
    private static final byte POSITION = 'p';
    private static final byte REQUEST = 'f';
    private static final byte OF_TEXT = 0;
    private static final byte OF_FETCH = 1;
    private static final byte OF_UUID = 2;
    private static final int UUID_LENGTH = 36;

    /// Grows when keys change, or what is counted.
    private static final int VERSION = 3;

    private static final String CANNOT_BE_KEPT = "the attributes cannot be kept";
    private static final byte[] FORMAT = {0, 0, 0, 0};
    private static final byte[] END = {-1, -1, -1, -1, -1};
    private static final int BITS_A_KEY = 10;
    private static final int BLOCK_BYTES = 16 << 10;

    /// As much as the files above it, so that each of its bytes is rewritten about once for theirs.
    private static final long LEVEL_BYTES = 64L << 20;

    /// Most requests are not there yet when their first record comes.
    private static final double FILTER_OF_BUFFER = 0.02;

    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private final ReadWriteLock closing = new ReentrantReadWriteLock();
    private final Cache cache;
    private final WriteBufferManager writeBuffers;
    private final Options options;
    private final WriteOptions writes;
    private final WriteOptions laterWrites;
    private final RocksDB db;
    private boolean closed;

    /// Opens or makes the store.
    ///
    /// @param folder of this process alone
    /// @param memoryBytes bound of its memory
    /// @throws StateUnavailableException if it cannot be opened
    AttributeStore(Path folder, long memoryBytes) {
        try {
            Files.createDirectories(folder);
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
            cache = new LRUCache(memoryBytes);
            writeBuffers = new WriteBufferManager(memoryBytes / 2, cache);
            options = options(memoryBytes);
            writes = new WriteOptions();
            laterWrites = new WriteOptions().setDisableWAL(true);
            db = RocksDB.open(options, folder.toString());
            byte[] format = ByteBuffer.allocate(8).putLong(format()).array();
            if (!Arrays.equals(format, db.get(FORMAT))) {
                db.deleteRange(FORMAT, END);
                db.put(FORMAT, format);
            }
        } catch (IOException | RocksDBException e) {
            throw new StateUnavailableException("the attributes cannot be opened", e);
        }
    }

    private static long format() {
        return 31 * (31 * Ledger.fingerprint() + AuditMetric.REPORTED.toString().hashCode())
                + VERSION;
    }

    private Options options(long memoryBytes) {
        return new Options()
                .setCreateIfMissing(true)
                .setMergeOperator(new UInt64AddOperator())
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferManager(writeBuffers)
                .setWriteBufferSize(memoryBytes / 8)
                .setMaxWriteBufferNumber(3)
                .setMemtableWholeKeyFiltering(true)
                .setMemtablePrefixBloomSizeRatio(FILTER_OF_BUFFER)
                .setMaxBytesForLevelBase(LEVEL_BYTES)
                .setTargetFileSizeBase(LEVEL_BYTES / 4)
                .setTargetFileSizeMultiplier(2)
                .setMaxBackgroundJobs(2)
                .setMaxOpenFiles(128)
                .setKeepLogFileNum(1)
                .setStatsDumpPeriodSec(0)
                .setTableFormatConfig(
                        new BlockBasedTableConfig()
                                .setBlockCache(cache)
                                .setBlockSize(BLOCK_BYTES)
                                .setCacheIndexAndFilterBlocks(true)
                                .setPinL0FilterAndIndexBlocksInCache(true)
                                .setFilterPolicy(new BloomFilter(BITS_A_KEY, false)));
    }

    /// The definition of a fold.
    ///
    /// @param complete true once it has come to the journal's end
    record Meta(int id, OrgId orgId, List<String> names, ZoneId zone, boolean complete) {}

    List<Meta> metas() {
        return reading(() -> {
            List<Meta> metas = new ArrayList<>();
            try (RocksIterator at = db.newIterator()) {
                at.seek(ByteBuffer.allocate(4).putInt(1).array());
                while (at.isValid()) {
                    int id = ByteBuffer.wrap(at.key()).getInt();
                    byte[] meta = get(key(id, META));
                    if (meta != null) {
                        metas.add(meta(id, new String(meta, StandardCharsets.UTF_8)));
                    }
                    at.seek(ByteBuffer.allocate(4).putInt(id + 1).array());
                }
            }
            return metas;
        });
    }

    private static Meta meta(int id, String text) {
        List<String> parts = List.of(text.split("\n", -1));
        return new Meta(
                id,
                new OrgId(parts.get(0)),
                parts.subList(3, parts.size()),
                ZoneId.of(parts.get(1)),
                Boolean.parseBoolean(parts.get(2)));
    }

    void write(Meta meta) {
        String head = meta.orgId().value() + '\n' + meta.zone() + '\n' + meta.complete() + '\n';
        writing(batch ->
                batch.put(
                        key(meta.id(), META),
                        (head + String.join("\n", meta.names())).getBytes(StandardCharsets.UTF_8)));
    }

    /// Deletes all of a fold.
    void drop(int id) {
        writing(batch ->
                batch.deleteRange(
                        ByteBuffer.allocate(4).putInt(id).array(),
                        ByteBuffer.allocate(4).putInt(id + 1).array()));
    }

    /// From where on the fold has not read each partition.
    Map<TopicPartition, Long> positions(int id) {
        return reading(() -> {
            Map<TopicPartition, Long> positions = new HashMap<>();
            byte[] prefix = key(id, POSITION);
            try (RocksIterator at = db.newIterator()) {
                for (at.seek(prefix); at.isValid() && startsWith(at.key(), prefix); at.next()) {
                    ByteBuffer key = ByteBuffer.wrap(at.key()).position(prefix.length);
                    TopicPartition place = new TopicPartition(TOPICS.get(key.get()), key.getInt());
                    positions.put(place, ByteBuffer.wrap(at.value()).getLong());
                }
            }
            return positions;
        });
    }

    static void putPosition(WriteBatch batch, int id, TopicPartition place, long offset)
            throws RocksDBException {
        byte[] key =
                ByteBuffer.allocate(10)
                        .put(key(id, POSITION))
                        .put((byte) TOPICS.indexOf(place.topic()))
                        .putInt(place.partition())
                        .array();
        batch.put(key, ByteBuffer.allocate(8).putLong(offset).array());
    }

    byte @Nullable [] request(byte[] key) {
        return reading(() -> get(key));
    }

    /// The key of a request's records: fold, `f`, partition, subject, and what that is. Ids begin
    /// with their time, so that what is read one after the other lies so.
    static byte[] requestKey(int fold, int partition, String subject) {
        boolean fetch = subject.startsWith(FetchId.PREFIX);
        String id = fetch ? subject.substring(FetchId.PREFIX.length()) : subject;
        UUID uuid = uuid(id);
        byte[] name = uuid == null ? subject.getBytes(StandardCharsets.UTF_8) : new byte[16];
        ByteBuffer key = ByteBuffer.allocate(5 + 2 + name.length + 1);
        key.put(key(fold, REQUEST)).putShort((short) partition);
        if (uuid == null) {
            return key.put(name).put(OF_TEXT).array();
        }
        return key.putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .put(fetch ? OF_FETCH : OF_UUID)
                .array();
    }

    private static @Nullable UUID uuid(String text) {
        if (text.length() != UUID_LENGTH) {
            return null;
        }
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equals(text) ? uuid : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    static void addTo(WriteBatch batch, byte[] counter, long amount) throws RocksDBException {
        batch.merge(
                counter,
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(amount).array());
    }

    static long amount(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /// Writes all of a batch or nothing.
    ///
    /// @param durable else a crash may take it back, with everything that was written since of what
    ///   need not be durable
    void write(WriteBatch batch, boolean durable) {
        var _ =
                reading(() -> {
                    try {
                        db.write(durable ? writes : laterWrites, batch);
                        return true;
                    } catch (RocksDBException e) {
                        throw new StateUnavailableException(CANNOT_BE_KEPT, e);
                    }
                });
    }

    /// Makes durable what is not yet.
    void flush() {
        var _ =
                reading(() -> {
                    try (FlushOptions wait = new FlushOptions()) {
                        db.flush(wait);
                        return true;
                    } catch (RocksDBException e) {
                        throw new StateUnavailableException(CANNOT_BE_KEPT, e);
                    }
                });
    }

    private void writing(BatchFiller filler) {
        try (WriteBatch batch = new WriteBatch()) {
            filler.fill(batch);
            write(batch, true);
        } catch (RocksDBException e) {
            throw new StateUnavailableException(CANNOT_BE_KEPT, e);
        }
    }

    /// Fills a batch.
    private interface BatchFiller {
        void fill(WriteBatch batch) throws RocksDBException;
    }

    /// Goes through keys and values as they are now.
    void iterate(Consumer<RocksIterator> reader) {
        var _ =
                reading(() -> {
                    try (RocksIterator at = db.newIterator()) {
                        reader.accept(at);
                    }
                    return true;
                });
    }

    static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length
                && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static byte[] key(int id, byte kind) {
        return ByteBuffer.allocate(5).putInt(id).put(kind).array();
    }

    private byte @Nullable [] get(byte[] key) {
        try {
            return db.get(key);
        } catch (RocksDBException e) {
            throw new StateUnavailableException("the attributes cannot be read", e);
        }
    }

    /// Nothing may touch the store once it is closed.
    private <T extends @Nullable Object> T reading(Supplier<T> work) {
        closing.readLock().lock();
        try {
            if (closed) {
                throw new StateUnavailableException("the attributes are closed");
            }
            return work.get();
        } finally {
            closing.readLock().unlock();
        }
    }

    @Override
    public void close() {
        closing.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                db.close();
                writes.close();
                laterWrites.close();
                options.close();
                writeBuffers.close();
                cache.close();
            }
        } finally {
            closing.writeLock().unlock();
        }
    }
}
