package io.interlude.local.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs that the cluster runs.
///
/// @param home the folder of the launcher, with the modules in it
/// @param java the program of this JVM
/// @param javaOptions added to the options of every JVM
record Installation(Path home, Path java, List<String> javaOptions) {
    private static final String GATEWAY_CONFIG = "deploy/gateway/haproxy.cfg";

    /// What the system's packages put where not everybody's path leads.
    private static final List<String> SYSTEM_FOLDERS =
            List.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin");

    Installation {
        javaOptions = List.copyOf(javaOptions);
    }

    /// What runs this process, and what lies in the folder.
    static Installation of(Path home, List<String> javaOptions) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new Installation(home.toAbsolutePath().normalize(), java, javaOptions);
    }

    /// A class of our own jar.
    List<String> node(String mainClass) {
        List<String> command = jvm(home.resolve("deploy/cluster/node.options"));
        command.add("-cp");
        command.add(jar("interlude-local").toString());
        command.add(mainClass);
        return command;
    }

    /// A service's jar.
    List<String> service(ProcessRole role) {
        List<String> command = jvm(home.resolve("service.options"));
        command.add("-jar");
        command.add(jar(role.title()).toString());
        return command;
    }

    private List<String> jvm(Path options) {
        List<String> command = new ArrayList<>(List.of(java.toString(), "@" + options));
        command.addAll(javaOptions);
        return command;
    }

    private Path jar(String module) {
        return home.resolve(module).resolve("target").resolve(module + ".jar");
    }

    /// The services' jars that are not there.
    List<Path> missing() {
        return Stream.of(ProcessRole.values())
                .filter(ProcessRole::isService)
                .map(role -> jar(role.title()))
                .filter(jar -> !Files.exists(jar))
                .toList();
    }

    /// The gateway's program with its configuration.
    ///
    /// @param searchPath folders with colons between them
    /// @return empty when it is not installed
    Optional<List<String>> gateway(String searchPath) {
        return Stream.concat(Stream.of(searchPath.split(":")), SYSTEM_FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "haproxy"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(program ->
                        List.of(
                                program.toString(),
                                "-db",
                                "-f",
                                home.resolve(GATEWAY_CONFIG).toString()));
    }
}
