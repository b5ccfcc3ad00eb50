package io.interlude.benchmark.sizing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/// The bytes of the aggregator's stores on disk.
///
/// @param bytes of the files, compressed as they are
/// @param entries that a reader finds
/// @param contentBytes of keys and values themselves
record StoreBytes(long bytes, long entries, long contentBytes) {

    /// By store, all partitions together.
    ///
    /// @param folder the application's state folder; nothing may have it open
    static Map<String, StoreBytes> of(Path folder) throws IOException, RocksDBException {
        Map<String, StoreBytes> storeToBytes = new TreeMap<>();
        try (Stream<Path> paths = Files.find(folder, 6, (p, _) -> p.endsWith("CURRENT"))) {
            for (Path current : paths.toList()) {
                Path store = current.resolveSibling("");
                storeToBytes.merge(
                        store.getFileName().toString(), measure(store), StoreBytes::plus);
            }
        }
        return storeToBytes;
    }

    private static StoreBytes measure(Path store) throws IOException, RocksDBException {
        long entries = 0;
        long contentBytes = 0;
        List<byte[]> families;
        try (Options options = new Options()) {
            families = RocksDB.listColumnFamilies(options, store.toString());
        }
        List<ColumnFamilyDescriptor> descriptors =
                families.stream().map(ColumnFamilyDescriptor::new).toList();
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                ReadOptions reading = new ReadOptions();
                RocksDB db = RocksDB.openReadOnly(options, store.toString(), descriptors, opened)) {
            for (ColumnFamilyHandle family : opened) {
                try (RocksIterator all = db.newIterator(family, reading)) {
                    for (all.seekToFirst(); all.isValid(); all.next()) {
                        entries++;
                        contentBytes += all.key().length + all.value().length;
                    }
                }
            }
        }
        return new StoreBytes(fileBytes(store), entries, contentBytes);
    }

    private static long fileBytes(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(StoreBytes::size)
                    .sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    StoreBytes plus(StoreBytes other) {
        return new StoreBytes(
                bytes + other.bytes, entries + other.entries, contentBytes + other.contentBytes);
    }
}
