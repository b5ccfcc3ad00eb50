package io.interlude.aggregate.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// RocksDB's native library, unpacked beside the stores.
///
/// RocksDB itself unpacks it into a new file among the system's temporary ones, 15 MB, which goes
/// when the JVM runs its exit hooks. It does not after SIGKILL, nor after any stop of ours, which
/// halts so that it ends with 0: a service that starts often would fill the disk. Here each start
/// replaces the file of the one before.
public final class StoreLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLibrary.class);

    private StoreLibrary() {}

    /// Loads it, unless this process did before. Where the folder allows no executable code RocksDB
    /// is left to its own way.
    ///
    /// @param stateFolder of this process alone
    public static void load(Path stateFolder) {
        try {
            Files.createDirectories(stateFolder);
            NativeLibraryLoader.getInstance().loadLibrary(stateFolder.toString());
        } catch (IOException | UnsatisfiedLinkError e) {
            LOG.warn(
                    "event=store_library_not_loaded folder={} reason={}",
                    stateFolder,
                    e.getMessage());
        }
    }
}
