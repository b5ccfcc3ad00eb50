package io.interlude.local.boot;

import io.interlude.web.access.OperatorToken;
import io.interlude.web.health.StartGate;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// Every service in one Spring context.
final class LocalServices {
    private LocalServices() {}

    /// @param local where this process answers itself
    static ConfigurableApplicationContext start(
            LocalOptions options,
            URI local,
            DataFolder folder,
            String bootstrapServers,
            DataFolder.Secret operatorToken,
            StartGate gate) {
        return new SpringApplicationBuilder(LocalConfiguration.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(properties(options, local, folder, bootstrapServers))
                .initializers(context -> {
                    var beans = context.getBeanFactory();
                    beans.registerSingleton("startGate", gate);
                    beans.registerSingleton(
                            "operatorToken", new OperatorToken(operatorToken.value()));
                })
                .run();
    }

    private static Map<String, Object> properties(
            LocalOptions options, URI local, DataFolder folder, String bootstrapServers) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("interlude.kafka.bootstrap-servers", bootstrapServers);
        if (options.registry() != null) {
            properties.put("interlude.kafka.registry-url", options.registry().toString());
        }
        properties.put("interlude.signing.secrets[0]", folder.secret("signing-key").value());
        properties.put("interlude.http.port", options.port());
        properties.put("interlude.fetch.base-url", options.baseUrl().toString());
        properties.put("interlude.aggregate.state-folder", folder.resolve("streams").toString());
        properties.put("interlude.attributes.folder", folder.resolve("attributes").toString());
        properties.put("interlude.context.folder", folder.resolve("context").toString());
        properties.put("interlude.outbox.folder", folder.resolve("outbox").toString());
        properties.put("interlude.mcp.api-url", local.toString());
        properties.put("interlude.console.links", true);
        properties.put("interlude.local.own-broker", options.brokers() == null);
        properties.put("interlude.local.data", folder.path().toString());
        return properties;
    }
}
