package io.interlude.local.boot;

import io.interlude.local.broker.LocalBrokerException;
import io.interlude.local.demo.DemoKeys;
import io.interlude.local.terminal.Terminal;
import io.interlude.schema.client.HttpRegistryConfig;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LoggingSystem;

/// `./interlude up`: the whole product in one process.
public final class InterludeLocal {
    private InterludeLocal() {}

    /// Starts the product, and returns while it runs; ends with 1 and one sentence when it can't
    /// start.
    public static void main(String[] arguments) throws InterruptedException {
        Terminal terminal = Terminal.standard();
        try {
            start(LocalOptions.parse(List.of(arguments), System.getenv()), terminal);
        } catch (RuntimeException | IOException e) {
            Terminal.failAndExit(sentence(e));
        }
    }

    private static void start(LocalOptions given, Terminal terminal)
            throws IOException, InterruptedException {
        DataFolder folder = DataFolder.open(given.dataFolder(), given.fresh(), "INTERLUDE_DATA");
        logInto(folder);
        EarlySettings settings = EarlySettings.read();
        boolean tls = settings.tls() != null;
        LocalOptions options = tls ? given.withTls() : given;
        LocalProduct product = new LocalProduct(options, settings, folder, terminal::line);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(product), "shutdown"));
        @Nullable DemoKeys demo = product.start().orElse(null);
        greet(options, demo, product.operatorToken(), terminal);
        if (demo != null) {
            terminal.line("  sign in once    " + link(product, demo));
            terminal.line("");
        }
        product.warmUp();
        terminal.line("ready " + options.local(tls));
    }

    /// Before any class with a logger is loaded: a log needs the folder, and the folder the lock.
    /// Spring would set logging up again, with the file of everything else in this jar.
    private static void logInto(DataFolder folder) {
        System.setProperty("interlude.data", folder.path().toString());
        System.setProperty("logback.configurationFile", "logback-product.xml");
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    }

    /// A signal must end with 0 after a drain; the JVM would end with 128 and the signal's number.
    private static void stop(LocalProduct product) {
        boolean wasStarted = product.close();
        Runtime.getRuntime().halt(wasStarted ? 0 : 1);
    }

    private static void greet(
            LocalOptions options,
            @Nullable DemoKeys demo,
            DataFolder.Secret operatorToken,
            Terminal terminal) {
        terminal.line("");
        terminal.line("  console         " + options.baseUrl() + "/console");
        terminal.line("  fetch           " + options.baseUrl() + "/v1/fetch/v2");
        terminal.line(
                "  Kafka           "
                        + Objects.requireNonNullElse(
                                options.brokers(), "127.0.0.1:" + options.brokerPort()));
        terminal.line(
                "  schema registry "
                        + Objects.requireNonNullElseGet(
                                registry(options), () -> options.baseUrl() + "/registry"));
        if (demo != null) {
            if (demo.publisherTag() != null) {
                terminal.line("  example page    " + options.baseUrl() + "/demo/embed");
            }
            terminal.line("  management key  " + demo.managementKey());
            for (DemoKeys.Entry application : demo.applications()) {
                terminal.line(
                        "  fetch key       "
                                + application.key()
                                + "  ("
                                + application.applicationId()
                                + ")");
            }
        }
        if (operatorToken.madeNow()) {
            terminal.line(
                    "  operator token  "
                            + operatorToken.value()
                            + "  (shown once; kept in the data folder)");
        }
        terminal.line("");
    }

    /// The product serves without it, so a management key that was revoked keeps nobody away.
    private static String link(LocalProduct product, DemoKeys demo) throws InterruptedException {
        try {
            return product.consoleLink(demo)
                    + "  (within 10 minutes; another: ./interlude console)";
        } catch (IllegalArgumentException | IOException e) {
            return "no link: " + e.getMessage();
        }
    }

    /// Without what may be a password.
    private static @Nullable String registry(LocalOptions options) {
        URI given = options.registry();
        return given == null
                ? null
                : HttpRegistryConfig.at(given.toString()).urls().getFirst().toString();
    }

    /// Our own refusals are sentences already; of anything else the root is named and the log has
    /// the rest.
    private static String sentence(Exception failure) {
        if (failure instanceof IllegalArgumentException
                || failure instanceof IllegalStateException
                || failure instanceof LocalBrokerException) {
            return Objects.requireNonNullElse(failure.getMessage(), "The product did not start.");
        }
        LoggerFactory.getLogger(InterludeLocal.class).error("event=start_failed", failure);
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return "The product did not start: " + root.getMessage() + ". The log has the rest.";
    }
}
