package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UncleanStoresTest {
    private static final String PROCESS = "kafka-streams-process-metadata";

    @TempDir private Path folder;

    @BeforeEach
    void leaveStores() throws IOException {
        for (String task : List.of("0_0", "2_11")) {
            Files.createDirectories(folder.resolve(task).resolve("rocksdb/fetches"));
            Files.writeString(folder.resolve(task).resolve("rocksdb/fetches/CURRENT"), "MANIFEST");
        }
        Files.writeString(folder.resolve(PROCESS), "{}");
    }

    @Test
    void throwsAwayWhatAKilledProcessLeftAndNothingElse() {
        // given
        new UncleanStores(folder).discard();

        // when
        new UncleanStores(folder).discard();

        // then
        assertThat(folder.resolve("0_0")).doesNotExist();
        assertThat(folder.resolve("2_11")).doesNotExist();
        assertThat(folder.resolve(PROCESS)).exists();
    }

    @Test
    void doesSoAfterEachOfTwoKills() throws IOException {
        // given
        new UncleanStores(folder).discard();
        new UncleanStores(folder).discard();
        leaveStores();

        // when
        new UncleanStores(folder).discard();

        // then
        assertThat(folder.resolve("0_0")).doesNotExist();
    }

    @Test
    void keepsTheStoresOfAFolderFromBeforeIt() {
        // when
        new UncleanStores(folder).discard();

        // then
        assertThat(folder.resolve("0_0/rocksdb/fetches/CURRENT")).exists();
    }

    @Test
    void keepsStoresThatWereClosed() {
        // given
        UncleanStores before = new UncleanStores(folder);
        before.discard();
        before.closed();

        // when
        new UncleanStores(folder).discard();

        // then
        assertThat(folder.resolve("2_11/rocksdb/fetches/CURRENT")).exists();
    }

    @Test
    void makesTheFolderOfAFirstStart() {
        // given
        Path first = folder.resolve("first/interlude-aggregate");

        // when
        new UncleanStores(first).discard();

        // then
        assertThat(first).isDirectory();
    }
}
