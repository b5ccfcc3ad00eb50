package io.interlude.kit.boot;

import io.interlude.kit.health.HealthRoutes;
import io.interlude.kit.health.ReadinessCheck;
import io.interlude.kit.http.HttpEndpoint;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.metrics.MetricsRoutes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The HTTP server over all [RouteGroup] beans. Starts last and stops first.
@Configuration(proxyBeanMethods = false)
public class HttpServerConfiguration {
    @Bean
    static SettingsSection<HttpServerSettings> httpServerSection() {
        return new SettingsSection<>("interlude.http", HttpServerSettings.class);
    }

    @Bean
    HttpServerSettings httpServerSettings(SettingsReader settings) {
        return settings.get(HttpServerSettings.class);
    }

    @Bean
    HealthRoutes healthRoutes(ObjectProvider<ReadinessCheck> checks) {
        return new HealthRoutes(() -> checks.stream().toList());
    }

    @Bean
    MetricsRoutes metricsRoutes(PrometheusMeterRegistry registry) {
        return new MetricsRoutes(registry);
    }

    @Bean
    HttpEndpoint httpEndpoint(
            HttpServerSettings settings,
            LimitSettings limits,
            List<RouteGroup> groups,
            MeterRegistry registry) {
        return new HttpEndpoint(
                settings.limits(),
                limits.connectionLimits(),
                limits.admission(registry),
                groups,
                registry,
                StartPhase.HTTP);
    }
}
