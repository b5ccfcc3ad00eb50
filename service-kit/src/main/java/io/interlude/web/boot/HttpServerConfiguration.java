package io.interlude.web.boot;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.web.health.HealthRoutes;
import io.interlude.web.limits.Admission;
import io.interlude.web.metrics.MetricsRoutes;
import io.interlude.web.openapi.ApiDescriptionRoutes;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.page.DocsPages;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.warmup.WarmUp;
import io.interlude.web.warmup.WarmUpRun;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/// The HTTP server over all [RouteGroup] beans. Starts last and stops first.
@Configuration(proxyBeanMethods = false)
public class HttpServerConfiguration {
    @Bean
    public static SettingsSection<HttpServerSettings> httpServerSection() {
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
    ApiDescriptionRoutes apiDescriptionRoutes(ObjectProvider<ApiFragment> fragments) {
        return new ApiDescriptionRoutes(fragments.orderedStream().toList());
    }

    @Bean
    DocsPages docsPages() {
        return new DocsPages();
    }

    /// Through a server like the real one, without TLS, with limits and meters of its own.
    @Bean
    WarmUpRun warmUpRun(
            HttpServerSettings settings, LimitSettings limits, ObjectProvider<WarmUp> warmUps) {
        return new WarmUpRun(
                warmUps.orderedStream().toList(),
                (environment, routes) ->
                        new HttpEndpoint(
                                settings.stageLimits(),
                                null,
                                limits.connectionLimits(),
                                limits.admission(environment.meters()),
                                routes,
                                environment.meters(),
                                StartPhase.WARM_UP),
                settings.rehearsal());
    }

    @Bean
    Admission admission(LimitSettings limits, MeterRegistry registry) {
        return limits.admission(registry);
    }

    @Bean
    HttpEndpoint httpEndpoint(
            HttpServerSettings settings,
            LimitSettings limits,
            Admission admission,
            List<RouteGroup> groups,
            Environment environment,
            MeterRegistry registry) {
        return new HttpEndpoint(
                settings.limits(ownHosts(environment)),
                settings.serverTls(),
                limits.connectionLimits(),
                admission,
                groups,
                registry,
                StartPhase.HTTP);
    }

    /// The hosts of the URLs that the public and other instances reach this process by.
    private static List<String> ownHosts(Environment environment) {
        Binder binder = Binder.get(environment);
        return Stream.of("interlude.fetch.base-url", "interlude.aggregate.advertised-url")
                .map(name -> binder.bind(name, URI.class).map(URI::getHost).orElse(""))
                .filter(host -> !host.isEmpty())
                .toList();
    }
}
