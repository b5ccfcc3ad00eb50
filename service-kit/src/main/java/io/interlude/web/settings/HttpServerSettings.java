package io.interlude.web.settings;

import io.interlude.web.server.AddressRange;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.KnownHosts;
import io.interlude.web.server.ServerTls;
import io.interlude.web.server.TrustedProxies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.http.*`.
///
/// @param host address to listen on
/// @param port port to listen on; 0 for any free one
/// @param maxRequestLine longest method, path and query of a request
/// @param maxHeaders largest sum of a request's headers
/// @param idleTimeout how long a connection may stay open between requests
/// @param requestTimeout how long a request may take to arrive
/// @param gracePeriod how long running requests may take when the process stops
/// @param rehearsal how long the warm-up may hold up the start, at most 30 s; 0 for none
/// @param trustedProxies addresses and networks whose `X-Forwarded-For` is believed
/// @param hosts names that the server is asked under, beside its own; `*` for any
/// @param tls certificate and key; null for plain HTTP
public record HttpServerSettings(
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("8080") int port,
        @DefaultValue("64KB") DataSize maxRequestLine,
        @DefaultValue("16KB") DataSize maxHeaders,
        @DefaultValue("60s") Duration idleTimeout,
        @DefaultValue("15s") Duration requestTimeout,
        @DefaultValue("5s") Duration gracePeriod,
        @DefaultValue("4s") Duration rehearsal,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue List<String> hosts,
        @Nullable TlsSettings tls) {
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);
    private static final Duration STAGE_GRACE_PERIOD = Duration.ofMillis(500);
    private static final Pattern HOST_NAME = Pattern.compile("\\*|[A-Za-z0-9._-]{1,253}");
    private static final int LARGEST_PORT = 65_535;

    public HttpServerSettings {
        trustedProxies = List.copyOf(trustedProxies);
        hosts = List.copyOf(hosts);
        List<String> violations = new ArrayList<>();
        if (host.isBlank()) {
            violations.add("host is blank: give an address");
        }
        if (port < 0 || port > LARGEST_PORT) {
            violations.add("port is not 0 to 65535: " + port);
        }
        size(violations, "max-request-line", maxRequestLine);
        size(violations, "max-headers", maxHeaders);
        positive(violations, "idle-timeout", idleTimeout);
        positive(violations, "request-timeout", requestTimeout);
        positive(violations, "grace-period", gracePeriod);
        if (rehearsal.isNegative() || rehearsal.compareTo(LONGEST_WARM_UP) > 0) {
            violations.add("rehearsal is not 0 to 30s: " + rehearsal);
        }
        trustedProxies.stream()
                .filter(proxy -> !isAddress(proxy))
                .map(proxy ->
                        "trusted-proxies has no address and no network such as 10.0.0.0/8: "
                                + proxy)
                .forEach(violations::add);
        hosts.stream()
                .filter(name -> !HOST_NAME.matcher(name).matches())
                .map(name -> "hosts has no host name, without port, and no *: " + name)
                .forEach(violations::add);
        InvalidSettingsException.throwIfAny(violations);
    }

    /// The limits that these settings put on a server.
    ///
    /// @param ownHosts names under which the rest of the configuration has this server asked
    public HttpEndpoint.Limits limits(Collection<String> ownHosts) {
        List<String> names = new ArrayList<>(hosts);
        names.addAll(ownHosts);
        return new HttpEndpoint.Limits(
                        host,
                        port,
                        Math.toIntExact(maxRequestLine.toBytes()),
                        Math.toIntExact(maxHeaders.toBytes()),
                        idleTimeout,
                        requestTimeout,
                        gracePeriod)
                .reachedBy(
                        new TrustedProxies(
                                trustedProxies.stream().map(AddressRange::parse).toList()),
                        KnownHosts.of(host, names));
    }

    private static boolean isAddress(String proxy) {
        try {
            var _ = AddressRange.parse(proxy);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public @Nullable ServerTls serverTls() {
        return tls == null ? null : tls.serverTls();
    }

    /// Like [#limits], on a free port that nobody else reaches.
    public HttpEndpoint.Limits stageLimits() {
        HttpEndpoint.Limits limits = limits(List.of());
        return new HttpEndpoint.Limits(
                "127.0.0.1",
                0,
                limits.requestLineBytes(),
                limits.headerBytes(),
                limits.idleTimeout(),
                limits.requestTimeout(),
                STAGE_GRACE_PERIOD);
    }

    private static void size(List<String> violations, String name, DataSize size) {
        if (size.toBytes() < 1_024 || size.toMegabytes() > 1) {
            violations.add(name + " is not 1KB to 1MB: " + size);
        }
    }

    private static void positive(List<String> violations, String name, Duration duration) {
        if (!duration.isPositive()) {
            violations.add(name + " is not positive: " + duration);
        }
    }
}
