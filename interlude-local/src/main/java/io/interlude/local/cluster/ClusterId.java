package io.interlude.local.cluster;

import io.interlude.local.broker.LocalBroker;
import io.interlude.local.secret.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The id that the folders of all brokers are formatted with, kept beside them.
final class ClusterId {
    private ClusterId() {}

    static String in(Path folder) {
        Path file = folder.resolve("cluster-id");
        try {
            if (!Files.exists(file)) {
                PrivateFile.write(file, LocalBroker.newClusterId() + "\n");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalStateException("The file " + file + " cannot be read or written.", e);
        }
    }
}
