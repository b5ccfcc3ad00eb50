package io.interlude.local.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Writes small files for the owner's eyes only. When it returns, the file is on the disk under its
/// name, whole; until then the one before is. Without that a power cut could take the signing key,
/// and with it every fetch id and every subscriber.
public final class PrivateFile {
    /// Rights of a folder that only its owner enters: Kafka and others give what they write in it
    /// to everybody to read.
    public static final FileAttribute<Set<PosixFilePermission>> OWNERS_FOLDER = only("rwx------");

    private static final FileAttribute<Set<PosixFilePermission>> OWNERS = only("rw-------");

    private PrivateFile() {}

    private static FileAttribute<Set<PosixFilePermission>> only(String rights) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights));
    }

    /// Writes the file, or replaces it.
    public static void write(Path file, String content) throws IOException {
        Path folder = requireNonNull(file.toAbsolutePath().getParent(), "file is a root");
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        try (FileChannel channel =
                FileChannel.open(
                        next,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OWNERS)) {
            ByteBuffer bytes = UTF_8.encode(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
