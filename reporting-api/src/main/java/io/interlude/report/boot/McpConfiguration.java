package io.interlude.report.boot;

import io.interlude.agent.McpHandler;
import io.interlude.agent.adcp.AdcpTools;
import io.interlude.agent.adcp.Seller;
import io.interlude.web.access.Authenticator;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.server.ServerTls;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/// Tools for assistants and agents, over what all services together describe.
@Configuration(proxyBeanMethods = false)
class McpConfiguration {
    private static final List<ApiFragment> WHOLE =
            Stream.of("others/fetch", "others/events", "reports", "others/management")
                    .map(name -> new ApiFragment("openapi/" + name + ".yaml"))
                    .toList();

    @Bean
    static SettingsSection<McpSettings> mcpSection() {
        return new SettingsSection<>("interlude.mcp", McpSettings.class);
    }

    @Bean
    McpHandler mcpRoutes(
            Authenticator authenticator,
            InstantSource clock,
            SettingsReader settings,
            ObjectProvider<HttpServerSettings> server,
            Environment environment) {
        URI apiUrl = settings.get(McpSettings.class).apiUrl();
        @Nullable HttpServerSettings own = server.getIfAvailable();
        return new McpHandler(
                authenticator,
                clock,
                WHOLE,
                apiUrl,
                own == null || !isLoopback(apiUrl) ? null : certificate(own),
                api -> AdcpTools.all(api, Seller.at(publicUrl(environment, apiUrl)), clock));
    }

    /// By which buyers know the product: the address that click URLs begin with.
    private static URI publicUrl(Environment environment, URI otherwise) {
        return Binder.get(environment)
                .bind("interlude.fetch.base-url", URI.class)
                .orElse(otherwise);
    }

    private static boolean isLoopback(URI url) {
        return url.getHost().equals("127.0.0.1");
    }

    /// The process that calls itself has its own certificate at the loopback address, which that
    /// needn't name.
    private static @Nullable X509Certificate certificate(HttpServerSettings own) {
        @Nullable ServerTls tls = own.serverTls();
        return tls == null ? null : tls.certificate();
    }
}
