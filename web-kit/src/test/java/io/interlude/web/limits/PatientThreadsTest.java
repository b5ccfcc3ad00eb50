package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Source of the file's fields: proc_pid_stat(5).
@EnabledOnOs(OS.LINUX)
class PatientThreadsTest {
    private static final int FIELDS_BEFORE_NICE = 16;

    private static int nice() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            List<String> afterName = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return Integer.parseInt(afterName.get(FIELDS_BEFORE_NICE));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void leavesTheProcessorsToOthers() {
        Executor patient = task -> new PatientThreads("patient").newThread(task).start();
        int ours = nice();

        assertThat(CompletableFuture.supplyAsync(PatientThreadsTest::nice, patient).join())
                .isEqualTo(5);
        assertThat(nice()).isEqualTo(ours);
    }

    @Test
    void namesItsThreads() {
        PatientThreads threads = new PatientThreads("patient");
        Thread first = threads.newThread(() -> {});
        Thread second = threads.newThread(() -> {});

        assertThat(first.getName()).isEqualTo("patient-1");
        assertThat(second.getName()).isEqualTo("patient-2");
        assertThat(second.isDaemon()).isTrue();
    }
}
