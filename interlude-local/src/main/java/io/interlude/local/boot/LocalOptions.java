package io.interlude.local.boot;

import io.interlude.local.options.CommandLines;
import io.interlude.local.options.EnvironmentOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `./interlude up`, from its arguments and its environment. Prints no token.
///
/// @param fresh true to empty the data folder first
/// @param port port of the HTTP server on 127.0.0.1
/// @param brokerPort port of the own broker on 127.0.0.1
/// @param dataFolder folder of all data
/// @param operatorToken given operator token; null to make and keep one
/// @param baseUrl beginning of click URLs
/// @param demo true to fill an empty catalogue with the demo's
/// @param brokers an outside Kafka in place of the own one; null for the own
/// @param registry an outside schema registry in place of the own one; null for the own
record LocalOptions(
        boolean fresh,
        int port,
        int brokerPort,
        Path dataFolder,
        @Nullable String operatorToken,
        URI baseUrl,
        boolean demo,
        @Nullable String brokers,
        @Nullable URI registry) {
    private static final int DEFAULT_PORT = 8_080;
    private static final int DEFAULT_BROKER_PORT = 19_092;

    /// Reads the command line and the environment; the command line wins.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static LocalOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given =
                CommandLines.read(
                        arguments,
                        new Given(
                                environment.get("INTERLUDE_BROKERS"),
                                environment.get("INTERLUDE_REGISTRY")),
                        CommandLines.LAUNCHER);
        EnvironmentOptions settings = new EnvironmentOptions(environment);
        int port = settings.port("INTERLUDE_PORT", DEFAULT_PORT);
        return new LocalOptions(
                given.fresh,
                port,
                settings.port("INTERLUDE_BROKER_PORT", DEFAULT_BROKER_PORT),
                settings.folder("INTERLUDE_DATA", "data"),
                settings.operatorToken(),
                Objects.requireNonNullElse(
                        settings.url("INTERLUDE_BASE_URL"), URI.create("http://127.0.0.1:" + port)),
                settings.flag("INTERLUDE_DEMO"),
                given.brokers,
                EnvironmentOptions.url(given.registry, "INTERLUDE_REGISTRY or --registry"));
    }

    /// The address at which this process itself answers.
    ///
    /// @param tls true when it speaks TLS
    URI local(boolean tls) {
        return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + port);
    }

    /// The same, but with TLS: click URLs that would begin with its own plain address begin with
    /// the encrypted one.
    LocalOptions withTls() {
        return new LocalOptions(
                fresh,
                port,
                brokerPort,
                dataFolder,
                operatorToken,
                baseUrl.equals(local(false)) ? local(true) : baseUrl,
                demo,
                brokers,
                registry);
    }

    @Override
    public String toString() {
        return "LocalOptions[port=" + port + ", dataFolder=" + dataFolder + "]";
    }

    private static final class Given {
        @Option(names = "--fresh")
        private boolean fresh;

        @Option(names = "--brokers")
        private @Nullable String brokers;

        @Option(names = "--registry")
        private @Nullable String registry;

        Given(@Nullable String brokers, @Nullable String registry) {
            this.brokers = brokers;
            this.registry = registry;
        }
    }
}
