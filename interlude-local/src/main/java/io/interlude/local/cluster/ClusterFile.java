package io.interlude.local.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `cluster.json` in the data folder: which processes there are and where, for tests and tools.
/// Replaced as a whole at each start and end of a process, so a reader never sees half of it.
final class ClusterFile {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String NAME = "cluster.json";

    private final Path folder;
    private final ClusterPlan plan;

    ClusterFile(Path folder, ClusterPlan plan) {
        this.folder = folder;
        this.plan = plan;
    }

    /// Writes what runs now.
    synchronized void write(Collection<ChildProcess> children) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        json.put("supervisorPid", ProcessHandle.current().pid());
        json.put("url", plan.entrance().toString());
        json.put("hasGateway", plan.hasGateway());
        json.put("brokers", plan.bootstrapServers());
        json.put("registry", plan.ports().registry().toString());
        ArrayNode processes = json.putArray("processes");
        for (ChildProcess child : children) {
            add(processes.addObject(), child);
        }
        Path next = folder.resolve(NAME + ".next");
        Files.writeString(
                next, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n");
        Files.move(
                next,
                folder.resolve(NAME),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static void add(ObjectNode json, ChildProcess child) {
        ProcessSpec spec = child.spec();
        json.put("name", spec.name());
        json.put("role", spec.role().title());
        json.put("alive", child.isAlive());
        json.put("pid", child.pid());
        json.put("starts", child.starts());
        json.put("port", spec.port());
        json.put("url", spec.address());
        json.put("folder", spec.folder().toString());
        json.put("log", spec.log().toString());
    }

    /// There is no cluster any more.
    void delete() throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }
}
