package io.interlude.local.boot;

import io.interlude.journal.kafka.KafkaConnection;
import io.interlude.web.server.ServerTls;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.TlsSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/// The few settings that are needed before the services start, which read them again with all
/// others.
///
/// @param host address to listen on
/// @param tls what to speak TLS with; null for plain HTTP
/// @param kafkaClient how to encrypt and log in at a Kafka
record EarlySettings(String host, @Nullable ServerTls tls, Map<String, String> kafkaClient) {
    private static final String HOST = "interlude.http.host";
    private static final String HTTP = "interlude.http";
    private static final String KAFKA_CLIENT = "interlude.kafka.client";

    /// From where the services have theirs: system properties, environment, and files that
    /// `spring.config.import` names.
    ///
    /// @throws InvalidSettingsException with a sentence that names the setting
    static EarlySettings read() {
        StandardEnvironment environment = new StandardEnvironment();
        return of(environment);
    }

    static EarlySettings of(ConfigurableEnvironment environment) {
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return new EarlySettings(
                environment.getProperty(HOST, "127.0.0.1"),
                tls(environment),
                kafkaClient(environment));
    }

    /// What does not belong there is left to the services to refuse.
    private static Map<String, String> kafkaClient(ConfigurableEnvironment environment) {
        Map<String, String> security = new HashMap<>();
        Binder.get(environment)
                .bind(KAFKA_CLIENT, Bindable.mapOf(String.class, String.class))
                .ifBound(security::putAll);
        security.keySet().removeIf(key -> !KafkaConnection.isSecurity(key));
        return Map.copyOf(security);
    }

    private static @Nullable ServerTls tls(ConfigurableEnvironment environment) {
        try {
            return Binder.get(environment)
                    .bind(HTTP + ".tls", TlsSettings.class)
                    .map(TlsSettings::serverTls)
                    .orElse(null);
        } catch (BindException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof InvalidSettingsException invalid) {
                    throw new InvalidSettingsException(
                            invalid.violations().stream()
                                    .map(violation -> HTTP + '.' + violation)
                                    .toList());
                }
            }
            throw new InvalidSettingsException(
                    List.of(HTTP + ".tls cannot be read: check its form"));
        }
    }

    @Override
    public String toString() {
        return "EarlySettings[host=" + host + ", kafkaClient=" + kafkaClient.keySet() + "]";
    }
}
