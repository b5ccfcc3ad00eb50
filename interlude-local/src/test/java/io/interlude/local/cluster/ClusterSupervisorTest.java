package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.waiting.Eventually;
import io.interlude.local.boot.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The supervisor over shells that stand for brokers: a file tells that they are ready.
class ClusterSupervisorTest {
    @TempDir private Path folder;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Test
    void startsStageAfterStageAndStopsTheOtherWayRound() throws Exception {
        ClusterSupervisor supervisor = supervisor(true, "first", "second");

        supervisor.start();

        assertThat(lines.stream().map(line -> line.replaceFirst("^.* s  ", "")))
                .containsExactly(
                        "starting first", "first is ready", "starting second", "second is ready");
        assertThat(supervisor.close()).isTrue();
        assertThat(Files.readAllLines(folder.resolve("ends"))).containsExactly("second", "first");
        assertThat(folder.resolve("cluster.json")).doesNotExist();
        assertThat(supervisor.children()).noneMatch(ChildProcess::isAlive);
    }

    @Test
    void startsAgainWhatDies() throws Exception {
        ClusterSupervisor supervisor = supervisor(true, "first", "second");
        supervisor.start();
        ChildProcess second = supervisor.children().getLast();
        long firstPid = second.pid();

        kill(second);

        Eventually.holds(
                "it is ready again",
                () -> lines.stream().anyMatch(line -> line.contains("second is ready again")));
        assertThat(second.pid()).isNotEqualTo(firstPid);
        assertThat(lines).anyMatch(line -> line.contains("second ended with 137, is started"));
        JsonNode told = clusterJson().path("processes").get(1);
        assertThat(told.path("pid").asLong()).isEqualTo(second.pid());
        assertThat(told.path("starts").asInt()).isEqualTo(2);
        assertThat(told.path("alive").asBoolean()).isTrue();
        assertThat(supervisor.close()).isTrue();
    }

    @Test
    void leavesWhatDiesWhenItIsToldTo() throws Exception {
        ClusterSupervisor supervisor = supervisor(false, "only");
        supervisor.start();

        kill(supervisor.children().getFirst());

        Eventually.holds("it is told", () -> lines.getLast().endsWith("only ended with 137"));
        Eventually.holds("it is written", () -> !aliveInFile());
        assertThat(supervisor.close()).isTrue();
        assertThat(supervisor.children().getFirst().starts()).isEqualTo(1);
    }

    @Test
    void saysWhichProcessDoesNotStart() throws Exception {
        ClusterSupervisor supervisor =
                new ClusterSupervisor(
                        List.of(List.of(spec("broken", "exit 3"))), file(), false, lines::add);

        assertThatThrownBy(supervisor::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("broken ended with 3: see ")
                .hasMessageContaining("broken.log");
        assertThat(supervisor.close()).isFalse();
    }

    /// As Ctrl-C does to every process of a terminal.
    @Test
    void anInterruptFromTheTerminalEndsNoProcess() throws Exception {
        ClusterSupervisor supervisor = supervisor(false, "only");
        supervisor.start();
        ChildProcess only = supervisor.children().getFirst();

        new ProcessBuilder("kill", "-INT", String.valueOf(only.pid())).start().waitFor();

        assertThat(only.isAlive()).isTrue();
        assertThat(supervisor.close()).isTrue();
    }

    private static void kill(ChildProcess child) {
        ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
    }

    private boolean aliveInFile() {
        try {
            return clusterJson().path("processes").get(0).path("alive").asBoolean();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode clusterJson() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("cluster.json")));
    }

    private ClusterSupervisor supervisor(boolean restarts, String... names) throws IOException {
        String script =
                """
                trap 'echo $NAME >> ../ends; exit 0' TERM
                touch ready
                while :; do sleep 0.05; done\
                """;
        List<List<ProcessSpec>> stages =
                List.of(names).stream().map(name -> List.of(spec(name, script))).toList();
        return new ClusterSupervisor(stages, file(), restarts, lines::add);
    }

    private ProcessSpec spec(String name, String script) {
        return new ProcessSpec(
                name,
                ProcessRole.BROKER,
                1,
                List.of("/bin/sh", "-c", script),
                Map.of("NAME", name),
                folder.resolve(name),
                folder.resolve(name + ".log"));
    }

    private ClusterFile file() {
        ClusterPlan plan =
                new ClusterPlan(
                        ClusterOptions.parse(List.of(), Map.of()),
                        new ClusterSecrets(
                                "id",
                                new DataFolder.Secret("signing", true),
                                new DataFolder.Secret("operator", true)),
                        Installation.of(folder, List.of()),
                        Optional.empty());
        return new ClusterFile(folder, plan);
    }
}
