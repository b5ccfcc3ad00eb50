package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// The packages for publishers, as `clients/verify` tests them, against the product. Node, npm and
/// Python are not ours to bring: without one the test is skipped, and says which.
final class ClientPackagesJourney {
    private static final Path VERIFY = Path.of("..", "clients", "verify").toAbsolutePath();
    private static final int SKIPPED = 77;
    private static final long DEADLINE_SECONDS = 300;

    private final Bookings booked;
    private final Path folder;

    private ClientPackagesJourney(Bookings booked, Path folder) {
        this.booked = booked;
        this.folder = folder;
    }

    /// Verifies one part, such as `python`, in an org of its own.
    static void verify(ProductProcess product, Path folder, String part)
            throws IOException, InterruptedException {
        if (part.equals("java")) {
            JavaPackageJourney.verify(product, folder.resolve(part));
            return;
        }
        Bookings booked = Bookings.make(product, "clients-" + part).lineItem("c", "");
        new ClientPackagesJourney(booked, Files.createDirectories(folder)).verify(part);
    }

    private void verify(String part) throws IOException, InterruptedException {
        Path log = folder.resolve(part + ".log");
        ProcessBuilder builder =
                new ProcessBuilder("bash", VERIFY.normalize().toString(), part)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("INTERLUDE_URL", booked.publisher().base().toString());
        builder.environment().put("INTERLUDE_KEY", booked.publisher().key());
        builder.environment().put("INTERLUDE_READ_KEY", booked.management().key());
        builder.environment().put("INTERLUDE_CLASS_PATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        int status = process.waitFor();
        String output = Files.readString(log);
        if (status == SKIPPED) {
            abort(output.strip().lines().reduce((_, last) -> last).orElse("skipped"));
        }
        assertThat(status).as(output).isZero();
    }
}
