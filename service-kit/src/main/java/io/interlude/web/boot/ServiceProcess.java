package io.interlude.web.boot;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.schema.topic.TopicMismatchException;
import io.interlude.web.health.StartGate;
import io.interlude.web.settings.CannotStartException;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.StopSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/// One service as a process of its own, configured by its environment. It waits for the brokers and
/// the registry, ends with 1 and one sentence when it cannot start, and drains and ends with 0 when
/// it is asked to (SIGTERM).
public final class ServiceProcess {
    private static final String LOGBACK_FILE = "logback.configurationFile";
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration START_ENDS = Duration.ofSeconds(15);

    /// What Kafka's own tools call them.
    private static final Map<String, String> SHORT_TO_LONG =
            Map.of(
                    "bootstrap.servers", "interlude.kafka.bootstrap-servers",
                    "schema.registry.url", "interlude.kafka.registry-url");

    private final Logger log = LoggerFactory.getLogger(ServiceProcess.class);
    private final ProcessStart start;
    private final Class<?>[] configurations;
    private final StartGate gate = new StartGate();
    private final CountDownLatch startEnded = new CountDownLatch(1);
    private volatile @Nullable ConfigurableApplicationContext context;
    private volatile boolean failed;

    private ServiceProcess(String service, Class<?>... configurations) {
        this.start = new ProcessStart(service, new CountDownLatch(1));
        this.configurations = configurations;
    }

    /// Runs the service until the process is asked to end; does not return.
    ///
    /// @param service its name in the log and in metrics, such as `fetch-service`
    /// @param arguments none: everything is set by the environment
    /// @param configurations the service's own, which stand beside [KitConfiguration] and
    ///   [HttpServerConfiguration]
    public static void run(String service, String[] arguments, Class<?>... configurations) {
        logToStandardOutput();
        ServiceProcess process = new ServiceProcess(service, configurations);
        Runtime.getRuntime().addShutdownHook(new Thread(process::end, "shutdown"));
        process.run(List.of(arguments));
    }

    /// Before any class with a logger is loaded. Spring would set logging up again.
    private static void logToStandardOutput() {
        if (System.getProperty(LOGBACK_FILE) == null) {
            System.setProperty(LOGBACK_FILE, "logback-service.xml");
        }
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    }

    private void run(List<String> arguments) {
        long startNanos = System.nanoTime();
        try {
            if (!arguments.isEmpty()) {
                throw new CannotStartException(
                        "The service takes no arguments: use its environment.");
            }
            context = startContext();
            if (start.closing().getCount() > 0) {
                gate.open();
            }
        } catch (RuntimeException | Error e) {
            tellFailure(e);
        } finally {
            startEnded.countDown();
        }
        if (failed) {
            System.exit(1);
        }
        awaitEnd(startNanos);
    }

    private ConfigurableApplicationContext startContext() {
        return new SpringApplicationBuilder(ProcessConfiguration.class)
                .sources(configurations)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .initializers(starting -> {
                    addShortNames(starting.getEnvironment());
                    starting.getBeanFactory().registerSingleton("processStart", start);
                    starting.getBeanFactory().registerSingleton("startGate", gate);
                })
                .run();
    }

    /// The long name wins.
    static void addShortNames(ConfigurableEnvironment environment) {
        Map<String, Object> longToValue = new HashMap<>();
        SHORT_TO_LONG.forEach((shortName, longName) -> {
            String value = environment.getProperty(shortName);
            if (value != null && !value.isBlank()) {
                longToValue.put(longName, value);
            }
        });
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("kafkaShortNames", longToValue));
    }

    private void tellFailure(Throwable failure) {
        boolean stopped = start.closing().getCount() == 0;
        if (stopped) {
            log.info("event=start_given_up service={}", start.service());
            return;
        }
        failed = true;
        Optional<String> refusal = refusal(failure);
        if (refusal.isPresent()) {
            log.error(
                    "event=start_failed service={} reason=\"{}\"", start.service(), refusal.get());
        } else {
            log.error(
                    "event=start_failed service={} reason=\"{}\"",
                    start.service(),
                    root(failure).getMessage(),
                    failure);
        }
    }

    /// Our own refusals are sentences already, and need no trace.
    static Optional<String> refusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException
                    || cause instanceof CannotStartException
                    || cause instanceof TopicMismatchException) {
                return Optional.ofNullable(cause.getMessage());
            }
        }
        return Optional.empty();
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root;
    }

    private void awaitEnd(long startNanos) {
        try {
            if (awaitReady()) {
                log.info(
                        "event=service_ready service={} tookMillis={}",
                        start.service(),
                        Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
            }
            // The shutdown halts the process.
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// False when the process is to end before.
    private boolean awaitReady() throws InterruptedException {
        ConfigurableApplicationContext running = context;
        if (running == null) {
            return false;
        }
        Collection<ReadinessCheck> checks = running.getBeansOfType(ReadinessCheck.class).values();
        while (!checks.stream().allMatch(ReadinessCheck::ready)) {
            if (start.closing().await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    /// A signal must end with 0 after a drain; the JVM would end with 128 and the signal's number.
    private void end() {
        start.closing().countDown();
        gate.shut();
        try {
            boolean settled = startEnded.await(START_ENDS.toMillis(), TimeUnit.MILLISECONDS);
            ConfigurableApplicationContext running = context;
            if (settled && running != null) {
                drain(running);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(failed ? 1 : 0);
        }
    }

    private void drain(ConfigurableApplicationContext running) throws InterruptedException {
        Duration notice = running.getBean(StopSettings.class).notice();
        log.info("event=service_draining service={} notice={}", start.service(), notice);
        boolean _ = new CountDownLatch(1).await(notice.toMillis(), TimeUnit.MILLISECONDS);
        running.close();
        log.info("event=service_stopped service={}", start.service());
    }
}
