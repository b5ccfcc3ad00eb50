package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// An OCI image of a tarball whose layers are laid over each other in a folder, and which is run as
/// a container engine runs it: its root is all there is, beside the kernel's `/proc` and `/dev`.
///
/// @param root the folder
/// @param config what the image says about its process
record UnpackedImage(Path root, JsonNode config) {
    private static final String PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

    /// Takes the root, the user, and the command. Mounts end with the process.
    private static final String RUN =
            """
            root="$1" user="$2"
            mount --bind "$root" "$root" || exit 1
            mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" || exit 1
            shift 2
            exec chroot --userspec="$user" "$root" "$@"
            """;

    /// Unpacks the image into a new folder.
    static UnpackedImage of(Path tarball, Path folder) throws IOException, InterruptedException {
        Path layout = Files.createDirectories(folder.resolve("layout"));
        Path root = Files.createDirectories(folder.resolve("root"));
        unpack(tarball, layout, "-xf");
        JsonNode index = Api.JSON.readTree(layout.resolve("index.json"));
        JsonNode manifest = Api.JSON.readTree(blob(layout, index.path("manifests").path(0)));
        for (JsonNode layer : manifest.path("layers")) {
            unpack(blob(layout, layer), root, "-xzf");
        }
        Files.createDirectories(root.resolve("proc"));
        Files.createDirectories(root.resolve("dev"));
        return new UnpackedImage(
                root, Api.JSON.readTree(blob(layout, manifest.path("config"))).path("config"));
    }

    private static Path blob(Path layout, JsonNode descriptor) {
        return layout.resolve("blobs")
                .resolve(descriptor.path("digest").asString().replace(':', '/'));
    }

    private static void unpack(Path tarball, Path where, String how)
            throws IOException, InterruptedException {
        Process tar =
                new ProcessBuilder(
                                "tar",
                                "--warning=no-unknown-keyword",
                                how,
                                tarball.toString(),
                                "-C",
                                where.toString())
                        .inheritIO()
                        .start();
        assertThat(tar.waitFor()).as(tarball.toString()).isZero();
    }

    /// Only root may change what is a process's root.
    static void assumeThatItCanRun() throws IOException, InterruptedException {
        Process probe = new ProcessBuilder("sh", "-c", "unshare --mount chroot / true").start();
        assumeTrue(probe.waitFor() == 0, "left out: running the image needs root, for chroot");
    }

    String user() {
        return config.path("User").asString();
    }

    Map<String, String> environment() {
        Map<String, String> environment =
                config.path("Env")
                        .valueStream()
                        .map(variable -> variable.asString().split("=", 2))
                        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        environment.putIfAbsent("PATH", PATH);
        return environment;
    }

    /// Runs the image's entry point, as its user.
    List<String> command() {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("unshare", "--mount", "sh", "-c", RUN, "sh"));
        command.addAll(List.of(root.toString(), user()));
        config.path("Entrypoint").forEach(part -> command.add(part.asString()));
        return command;
    }
}
