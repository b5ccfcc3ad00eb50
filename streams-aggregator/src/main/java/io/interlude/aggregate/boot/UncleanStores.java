package io.interlude.aggregate.boot;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/// The local stores that a killed process left behind, thrown away all at once.
///
/// With exactly-once Kafka Streams throws them away itself, because they may hold what was never
/// committed, and reads the changelogs again. To see it, it opens each store, closes it, which
/// writes it to the disk, deletes it and opens an empty one: three times the writes that wait for
/// the disk, which is most of the time of such a start where the disk is slow.
///
/// A file beside the stores stands while they are open. Whoever finds it when nobody has the folder
/// knows that they were not closed.
final class UncleanStores {
    private static final Logger LOG = LoggerFactory.getLogger(UncleanStores.class);

    /// Names of the folders of tasks: subtopology and partition.
    private static final String TASKS = "[0-9]*_[0-9]*";

    private final Path folder;
    private final Path open;

    /// @param folder of the Streams application
    UncleanStores(Path folder) {
        this.folder = folder;
        open = folder.resolve("stores-open");
    }

    /// Throws them away if they were not closed, and notes that they are open from now on. To be
    /// called before Streams opens them, and by nobody but the process that holds the folder.
    void discard() {
        try {
            if (Files.exists(open)) {
                int discarded = deleteTasks();
                LOG.info("event=unclean_stores_discarded tasks={}", discarded);
            } else {
                Files.createDirectories(folder);
                Files.createFile(open);
            }
        } catch (IOException e) {
            // Streams does it then.
            LOG.warn("event=unclean_stores_kept", e);
        }
    }

    /// Notes that they were closed.
    void closed() {
        try {
            Files.deleteIfExists(open);
        } catch (IOException e) {
            LOG.warn("event=stores_look_unclean", e);
        }
    }

    private int deleteTasks() throws IOException {
        int deleted = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(folder, TASKS)) {
            for (Path task : tasks) {
                FileSystemUtils.deleteRecursively(task);
                deleted++;
            }
        }
        return deleted;
    }
}
