package io.interlude.local.boot;

import io.interlude.local.secret.PrivateFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// The folder in which one running product keeps everything. Held by a lock as long as it is open.
public final class DataFolder implements AutoCloseable {
    private static final String MARKER = "interlude.lock";
    private static final int SECRET_BYTES = 32;

    private final Path folder;
    private final FileChannel channel;

    private DataFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Opens the folder, making it for the owner's eyes only if need be, and empties it first if
    /// asked to. Only a folder that a product made, or that is empty, is ever emptied or used.
    ///
    /// @param setting the variable that names the folder
    /// @throws IllegalStateException with a sentence that says what to change
    public static DataFolder open(Path folder, boolean fresh, String setting) {
        try {
            Files.createDirectories(folder, PrivateFile.OWNERS_FOLDER);
            refuseForeign(folder, setting);
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve(MARKER),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            @Nullable FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw new IllegalStateException(
                        "The data folder "
                                + folder
                                + " is in use by another Interlude: stop it, or set "
                                + setting
                                + " to another folder.");
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(processId().getBytes(StandardCharsets.US_ASCII)));
            DataFolder opened = new DataFolder(folder, channel);
            if (fresh) {
                opened.empty();
            }
            return opened;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "The data folder "
                            + folder
                            + " cannot be written: change its rights, or set "
                            + setting
                            + " to another folder.",
                    e);
        }
    }

    /// Kept in the lock file, for tools that watch or end the process.
    private static String processId() {
        return ProcessHandle.current().pid() + "\n";
    }

    private static void refuseForeign(Path folder, String setting) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            if (!Files.exists(folder.resolve(MARKER)) && content.findAny().isPresent()) {
                throw new IllegalStateException(
                        "The folder "
                                + folder
                                + " holds other things: set "
                                + setting
                                + " to an empty or a new folder.");
            }
        }
    }

    private void empty() throws IOException {
        List<Path> content;
        try (Stream<Path> children = Files.list(folder)) {
            content = children.filter(child -> !child.endsWith(MARKER)).toList();
        }
        for (Path child : content) {
            FileSystemUtils.deleteRecursively(child);
        }
    }

    /// The folder itself.
    public Path path() {
        return folder;
    }

    /// A place in it.
    public Path resolve(String name) {
        return folder.resolve(name);
    }

    /// The secret that the file holds, made at random and kept for the owner's eyes only if there
    /// is none.
    public Secret secret(String fileName) {
        Path file = folder.resolve(fileName);
        try {
            String kept = Files.exists(file) ? Files.readString(file).strip() : "";
            // An empty file is one that a power cut took: nothing was ever signed with it.
            if (!kept.isEmpty()) {
                return new Secret(kept, false);
            }
            byte[] random = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(random);
            String secret = HexFormat.of().formatHex(random);
            PrivateFile.write(file, secret + "\n");
            return new Secret(secret, true);
        } catch (IOException e) {
            throw new IllegalStateException("The file " + file + " cannot be read or written.", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /// A secret, and whether it was made just now. Prints nothing.
    public record Secret(String value, boolean madeNow) {
        @Override
        public String toString() {
            return "Secret";
        }
    }
}
