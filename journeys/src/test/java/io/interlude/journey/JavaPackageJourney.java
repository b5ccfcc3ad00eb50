package io.interlude.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.client.FetchRequest;
import io.interlude.client.InterludeClient;
import io.interlude.client.api.EventType;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The package for Java as a product serves it.
final class JavaPackageJourney {
    private static final Pattern VERSION = Pattern.compile("interlude-client-([0-9.]+)\\.jar");
    private static final Pattern FIRST_LINES =
            Pattern.compile("```java\n(import .*?)```", Pattern.DOTALL);
    private static final Path README = Path.of("..", "clients", "java", "README.md");

    /// What the package's own description asks for, and nothing else of the product.
    private static final Pattern DEPENDENCIES =
            Pattern.compile("jackson-(databind|core|annotations)-[0-9.]+\\.jar|jspecify-.*");

    private static final long DEADLINE_SECONDS = 120;

    private final Bookings booked;
    private final Path folder;
    private final HttpClient http = HttpClient.newHttpClient();

    private JavaPackageJourney(Bookings booked, Path folder) {
        this.booked = booked;
        this.folder = folder;
    }

    /// Runs the README's first lines with the jars that are served, and counts what the package
    /// reports.
    static void verify(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        Bookings booked = Bookings.make(product, "clients-java").lineItem("c", "");
        JavaPackageJourney journey =
                new JavaPackageJourney(booked, Files.createDirectories(folder));
        journey.runsItsFirstLines();
        journey.reportsOnce();
    }

    private void runsItsFirstLines() throws IOException, InterruptedException {
        Matcher version = VERSION.matcher(new String(get("/sdk/"), UTF_8));
        assertThat(version.find()).isTrue();
        List<String> jars = new ArrayList<>();
        for (String artifact : List.of("interlude-client", "flow-executor")) {
            String name = artifact + '-' + version.group(1);
            String place =
                    "/sdk/maven/io/interlude/%s/%s/%s".formatted(artifact, version.group(1), name);
            assertThat(new String(get(place + ".pom"), UTF_8))
                    .contains("<version>" + version.group(1))
                    .doesNotContain("{", "<parent>");
            Path jar = folder.resolve(name + ".jar");
            Files.write(jar, get(place + ".jar"));
            jars.add(jar.toString());
        }
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar ->
                        DEPENDENCIES.matcher(Path.of(jar).getFileName().toString()).matches())
                .forEach(jars::add);

        assertThat(run(jars.stream().collect(Collectors.joining(File.pathSeparator))))
                .startsWith("Optional[Ad[messageId=native-")
                .contains("disclosure=");
    }

    private String run(String classPath) throws IOException, InterruptedException {
        Matcher lines = FIRST_LINES.matcher(Files.readString(README));
        assertThat(lines.find()).isTrue();
        Path source = folder.resolve("First.java");
        Files.writeString(source, lines.group(1));
        Path log = folder.resolve("first.log");
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classPath,
                                source.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("INTERLUDE_URL", booked.publisher().base().toString());
        builder.environment().put("INTERLUDE_KEY", booked.publisher().key());
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(log)).isZero();
        return Files.readString(log);
    }

    private void reportsOnce() throws IOException, InterruptedException {
        Api publisher = booked.publisher();
        try (InterludeClient interlude =
                InterludeClient.of(publisher.base().toString(), publisher.key())) {
            var ad =
                    interlude
                            .fetchAd(FetchRequest.card().adUnit("pause").subscriber("u-731"))
                            .orElseThrow();
            assertThat(interlude.report(ad, EventType.SEND)).isTrue();
            assertThat(interlude.report(ad, EventType.READ)).isTrue();
        }
        Report.await(
                booked.management(),
                "metrics=fetches,reads",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asInt() == 1
                                && rows.getFirst().path("reads").asInt() == 1);
    }

    private byte[] get(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer =
                http.send(
                        HttpRequest.newBuilder(booked.publisher().base().resolve(path)).build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }
}
