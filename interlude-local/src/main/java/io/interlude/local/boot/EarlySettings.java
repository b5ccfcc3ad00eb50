package io.interlude.local.boot;

import io.interlude.kit.boot.InvalidSettingsException;
import io.interlude.kit.boot.TlsSettings;
import io.interlude.kit.http.ServerTls;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/// The few settings that are needed before the services start, which read them again with all
/// others.
///
/// @param host address to listen on
/// @param tls what to speak TLS with; null for plain HTTP
record EarlySettings(String host, @Nullable ServerTls tls) {
    private static final String HOST = "interlude.http.host";
    private static final String HTTP = "interlude.http";

    /// From where the services have theirs: system properties, environment, and files that
    /// `spring.config.import` names.
    ///
    /// @throws InvalidSettingsException with a sentence that names the setting
    static EarlySettings read() {
        StandardEnvironment environment = new StandardEnvironment();
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return of(environment);
    }

    static EarlySettings of(ConfigurableEnvironment environment) {
        return new EarlySettings(environment.getProperty(HOST, "127.0.0.1"), tls(environment));
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
}
