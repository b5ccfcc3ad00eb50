package io.interlude.schema.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/// The registry's address and the longest waits for it.
///
/// @param urls base addresses, tried in this order
/// @param authorization value of the header of that name
/// @param connectTimeout longest wait for a connection
/// @param requestTimeout longest wait for the answer of one address
public record HttpRegistryConfig(
        List<URI> urls,
        Optional<String> authorization,
        Duration connectTimeout,
        Duration requestTimeout) {
    public static final String URL = "schema.registry.url";
    public static final String CREDENTIALS_SOURCE = "basic.auth.credentials.source";
    public static final String USER_INFO = "basic.auth.user.info";
    public static final String CONNECT_TIMEOUT = "http.connect.timeout.ms";
    public static final String READ_TIMEOUT = "http.read.timeout.ms";

    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration DEFAULT_READ_TIMEOUT = Duration.ofSeconds(5);

    public HttpRegistryConfig {
        urls = List.copyOf(urls);
        requireNonNull(authorization, "authorization is null");
        requireNonNull(connectTimeout, "connectTimeout is null");
        requireNonNull(requestTimeout, "requestTimeout is null");
        if (urls.isEmpty()) {
            throw new ConfigException(URL, urls, "names no address");
        }
    }

    /// These addresses, separated by commas, with the default time limits.
    public static HttpRegistryConfig at(String urls) {
        return of(Map.of(URL, urls));
    }

    /// Reads Confluent's keys: [#URL], [#CREDENTIALS_SOURCE] (`URL` or `USER_INFO`), [#USER_INFO],
    /// [#CONNECT_TIMEOUT], [#READ_TIMEOUT].
    public static HttpRegistryConfig of(Map<String, ?> configs) {
        List<URI> urls =
                Arrays.stream(text(configs, URL).split(",", -1))
                        .map(String::strip)
                        .filter(url -> !url.isEmpty())
                        .map(HttpRegistryConfig::address)
                        .toList();
        return new HttpRegistryConfig(
                urls.stream().map(HttpRegistryConfig::withoutUserInfo).toList(),
                userInfo(configs, urls).map(HttpRegistryConfig::basic),
                duration(configs, CONNECT_TIMEOUT, DEFAULT_CONNECT_TIMEOUT),
                duration(configs, READ_TIMEOUT, DEFAULT_READ_TIMEOUT));
    }

    private static URI address(String url) {
        try {
            URI address = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            if (("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException broken) {
            throw new ConfigException(URL, url, "is not a URL");
        }
        throw new ConfigException(URL, url, "is not an http or https URL");
    }

    private static Optional<String> userInfo(Map<String, ?> configs, List<URI> urls) {
        String source = text(configs, CREDENTIALS_SOURCE);
        return switch (source) {
            case "", "URL" ->
                    urls.stream()
                            .flatMap(url -> Optional.ofNullable(url.getUserInfo()).stream())
                            .findFirst();
            case "USER_INFO" -> Optional.of(text(configs, USER_INFO));
            default ->
                    throw new ConfigException(
                            CREDENTIALS_SOURCE, source, "is neither URL nor USER_INFO");
        };
    }

    private static URI withoutUserInfo(URI url) {
        String userInfo = url.getRawUserInfo();
        return userInfo == null ? url : URI.create(url.toString().replace(userInfo + "@", ""));
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8));
    }

    private static Duration duration(Map<String, ?> configs, String key, Duration fallback) {
        String millis = text(configs, key);
        try {
            return millis.isEmpty() ? fallback : Duration.ofMillis(Long.parseLong(millis));
        } catch (NumberFormatException broken) {
            throw new ConfigException(key, millis, "is not a number of milliseconds");
        }
    }

    private static String text(Map<String, ?> configs, String key) {
        Object value = configs.get(key);
        return value == null ? "" : value.toString().strip();
    }
}
