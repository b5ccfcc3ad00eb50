package io.interlude.aggregate.boot;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.Env;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.WriteBufferManager;

/// Puts all stores of the process under one memory bound, where each would take its own.
///
/// Kafka Streams opens one RocksDB for each store and partition, and by default each may take 50
/// MiB of block cache and 48 MiB of write buffers. Here they share one cache; write buffers,
/// indexes and filters are charged to it.
public final class BoundedRocksDbConfig implements RocksDBConfigSetter {
    /// Setting of the Streams application: bytes of the one cache. The first store that opens in
    /// the process decides; see [AggregateSettings].
    public static final String CACHE_BYTES = "interlude.rocksdb.cache.bytes";

    private static final long WRITE_BUFFER_BYTES = 2L << 20; // 2 MiB
    private static final long ARENA_BLOCK_BYTES = 64L << 10; // 64 KiB
    private static final long BLOCK_BYTES = 8L << 10; // 8 KiB
    private static final long MANIFEST_STEP_BYTES = 64L << 10; // 64 KiB
    private static final int CACHE_SHARD_BITS = 2;
    private static final double INDEX_SHARE = 0.2;

    /// Of a write buffer: 40 KB for some twelve thousand keys.
    private static final double MEMTABLE_FILTER_SHARE = 0.02;

    private static @Nullable SharedMemory sharedMemory;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        boundMemory(options, sharedMemory(configs));
        missQuickly(options);
        limitBackgroundWork(options);
        openQuickly(options);
    }

    private static void boundMemory(Options options, SharedMemory memory) {
        // Streams reads metrics from its own table config; a new one would make it refuse.
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(memory.cache());
        table.setBlockSize(BLOCK_BYTES);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(memory.writeBuffers());
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(2);
        // The first block of each of a hundred buffers counts against the bound; by default an
        // eighth of the buffer.
        options.setArenaBlockSize(ARENA_BLOCK_BYTES);
        options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    /// A subscriber who was never served is looked up twice a fetch. By default neither the write
    /// buffer nor the oldest file, which holds nearly all keys, has a filter: each such look walks
    /// the one and unpacks a block of other subscribers in the other. Filters take 10 bits a key,
    /// as one block a file. Cut into small blocks they were slower to read and many times slower to
    /// write.
    private static void missQuickly(Options options) {
        options.setOptimizeFiltersForHits(false);
        options.setMemtableWholeKeyFiltering(true);
        options.setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER_SHARE);
    }

    private static void limitBackgroundWork(Options options) {
        // One pool for all stores; Streams asks for as many threads as there are processors.
        options.setMaxBackgroundJobs(2);
        Env.getDefault().setBackgroundThreads(1, Priority.LOW);
        Env.getDefault().setBackgroundThreads(1, Priority.HIGH);
        // Off: a timer in each store, and nobody reads what it writes.
        options.setStatsDumpPeriodSec(0);
        options.setStatsPersistPeriodSec(0);
    }

    private static void openQuickly(Options options) {
        options.setMaxOpenFiles(64);
        options.setMaxFileOpeningThreads(1);
        options.setSkipStatsUpdateOnDbOpen(true);
        options.setSkipCheckingSstFileSizesOnDbOpen(true);
        options.setKeepLogFileNum(1);
        options.setMaxManifestFileSize(1L << 20);
        // Reserved on disk for each store, of which there are a hundred; 4 MiB by default, for what
        // is a few KB.
        options.setManifestPreallocationSize(MANIFEST_STEP_BYTES);
    }

    private static synchronized SharedMemory sharedMemory(Map<String, Object> configs) {
        SharedMemory memory = sharedMemory;
        if (memory == null) {
            memory = SharedMemory.of(Long.parseLong(String.valueOf(configs.get(CACHE_BYTES))));
            sharedMemory = memory;
        }
        return memory;
    }

    @Override
    public void close(String storeName, Options options) {
        // The cache and the buffers belong to all stores.
    }

    /// Never closed: stores come and go, the bound stays as long as the process.
    private record SharedMemory(Cache cache, WriteBufferManager writeBuffers) {
        static SharedMemory of(long cacheBytes) {
            Cache cache = new LRUCache(cacheBytes, CACHE_SHARD_BITS, false, INDEX_SHARE);
            // Write buffers are charged to the cache and take up to half of it.
            return new SharedMemory(cache, new WriteBufferManager(cacheBytes / 2, cache));
        }
    }
}
