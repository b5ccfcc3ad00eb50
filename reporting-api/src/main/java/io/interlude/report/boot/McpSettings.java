package io.interlude.report.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.mcp.*`.
///
/// @param apiUrl where the whole HTTP interface is reached from this process, without a path: the
///   gateway
public record McpSettings(@DefaultValue("http://127.0.0.1:8080") URI apiUrl) {
    public McpSettings {
        boolean web = "http".equals(apiUrl.getScheme()) || "https".equals(apiUrl.getScheme());
        if (!web || apiUrl.getHost() == null || !apiUrl.getRawPath().isEmpty()) {
            throw new InvalidSettingsException(
                    List.of("api-url is not http://host:port, without a path: " + apiUrl));
        }
    }
}
