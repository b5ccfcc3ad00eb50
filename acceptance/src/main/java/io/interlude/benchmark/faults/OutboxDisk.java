package io.interlude.benchmark.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small disk of its own for the outbox, that can be filled up: a file system in memory, where
/// this process may mount one.
final class OutboxDisk implements AutoCloseable {
    private static final int MEGABYTES = 64;

    private final Path folder;
    private final boolean mounted;

    private OutboxDisk(Path folder, boolean mounted) {
        this.folder = folder;
        this.mounted = mounted;
    }

    static OutboxDisk mount(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        boolean mounted =
                run(
                        "mount",
                        "-t",
                        "tmpfs",
                        "-o",
                        "size=" + MEGABYTES + "m",
                        "tmpfs",
                        folder.toString());
        return new OutboxDisk(folder, mounted);
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }

    Path folder() {
        return folder;
    }

    boolean isMounted() {
        return mounted;
    }

    /// Takes what is free, to the last byte.
    void fill() throws IOException {
        byte[] zeros = new byte[4 << 10];
        try (OutputStream filler = Files.newOutputStream(folder.resolve("filler"))) {
            while (true) {
                filler.write(zeros);
            }
        } catch (IOException e) {
            if (Files.getFileStore(folder).getUsableSpace() > zeros.length) {
                throw e;
            }
        }
    }

    void empty() throws IOException {
        Files.deleteIfExists(folder.resolve("filler"));
    }

    @Override
    public void close() {
        if (mounted) {
            try {
                run("umount", folder.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
