package io.interlude.local.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir private Path parent;

    @Test
    void keepsASecretOverRestarts() throws IOException {
        Path folder = parent.resolve("data");
        DataFolder.Secret first;
        try (DataFolder opened = DataFolder.open(folder, false, "INTERLUDE_DATA")) {
            first = opened.secret("operator-token");
        }

        try (DataFolder again = DataFolder.open(folder, false, "INTERLUDE_DATA")) {
            DataFolder.Secret second = again.secret("operator-token");
            assertThat(first.madeNow()).isTrue();
            assertThat(second.madeNow()).isFalse();
            assertThat(second.value()).isEqualTo(first.value()).hasSize(64);
            assertThat(second.toString()).doesNotContain(second.value());
        }
    }

    @Test
    void writesASecretWholeAndForItsOwnerAndMakesOneThatIsEmptyAnew() throws IOException {
        Path file = parent.resolve("data/signing-key");
        try (DataFolder opened = DataFolder.open(parent.resolve("data"), false, "SETTING")) {
            Files.createFile(file);

            String made = opened.secret("signing-key").value();

            assertThat(made).hasSize(64);
            assertThat(Files.readString(file)).isEqualTo(made + "\n");
            assertThat(Files.getPosixFilePermissions(file))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(file.resolveSibling("signing-key.next")).doesNotExist();
            assertThat(opened.secret("signing-key").value()).isEqualTo(made);
        }
    }

    @Test
    void nobodyButTheOwnerEntersAFolderThatItMade() throws IOException {
        Path folder = parent.resolve("new/data");
        DataFolder.open(folder, false, "SETTING").close();

        assertThat(Files.getPosixFilePermissions(folder))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void freshEmptiesWhatAProductMade() throws IOException {
        Path folder = parent.resolve("data");
        try (DataFolder opened = DataFolder.open(folder, false, "INTERLUDE_DATA")) {
            Files.createDirectories(opened.resolve("kafka/topic"));
            Files.writeString(opened.resolve("kafka/topic/log"), "records");
        }

        try (DataFolder fresh = DataFolder.open(folder, true, "INTERLUDE_DATA")) {
            assertThat(fresh.resolve("kafka")).doesNotExist();
        }
    }

    @Test
    void leavesAFolderAloneThatNoProductMade() throws IOException {
        Path precious = Files.writeString(parent.resolve("thesis.txt"), "years of work");

        assertThatThrownBy(() -> DataFolder.open(parent, true, "INTERLUDE_DATA"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("INTERLUDE_DATA");
        assertThat(precious).hasContent("years of work");
    }

    @Test
    void saysWhatToDoWhenItCannotBeWritten() throws IOException {
        Path file = Files.writeString(parent.resolve("a-file"), "");

        assertThatThrownBy(() -> DataFolder.open(file.resolve("data"), false, "INTERLUDE_DATA"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be written")
                .hasMessageContaining("INTERLUDE_DATA");
    }
}
