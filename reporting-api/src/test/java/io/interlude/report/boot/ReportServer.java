package io.interlude.report.boot;

import io.interlude.console.ConsoleHandler;
import io.interlude.console.SessionHandler;
import io.interlude.console.signon.OidcSettings;
import io.interlude.console.signon.SignOnHandler;
import io.interlude.report.answer.NamesHandler;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.asyncapi.AsyncApiHandler;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.fixture.InMemoryVersions;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.live.LiveHandler;
import io.interlude.report.live.LiveHub;
import io.interlude.report.rollup.ReportReader;
import io.interlude.web.access.RateLimits;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The module's routes on a port of their own, over fakes.
public final class ReportServer implements AutoCloseable {
    private final InMemoryRollups rollups = new InMemoryRollups();
    private final InMemoryVersions versions = new InMemoryVersions();
    private final FixedKeys keys = new FixedKeys();
    public static final int STREAMS_PER_KEY = 3;
    public static final int STREAMS_PER_ORG = 5;

    private final LiveHub hub;
    private final LiveHandler live;
    private final HttpEndpoint endpoint;

    /// With further routes than the module's own.
    public ReportServer(InstantSource clock, Duration liveInterval, RouteGroup... more) {
        this(clock, liveInterval, null, more);
    }

    /// With single sign-on.
    public ReportServer(
            InstantSource clock,
            Duration liveInterval,
            @Nullable OidcSettings oidc,
            RouteGroup... more) {
        hub = new LiveHub(rollups, versions, new NamedCatalogue(), clock, liveInterval);
        live = new LiveHandler(keys, hub, STREAMS_PER_KEY, STREAMS_PER_ORG);
        endpoint =
                endpoint(
                        clock,
                        Stream.concat(
                                        Stream.of(
                                                new SignOnHandler(
                                                        oidc,
                                                        keys.sessions(),
                                                        new NamedCatalogue(),
                                                        new RateLimits(
                                                                RateLimits.Defaults.NONE,
                                                                new SimpleMeterRegistry()))),
                                        Stream.of(more))
                                .toList());
        endpoint.start();
    }

    private HttpEndpoint endpoint(InstantSource clock, List<RouteGroup> more) {
        ReportReader reader = new ReportReader(rollups, new InMemoryReach(), Duration.ofSeconds(5));
        return LoopbackServer.of(
                Stream.concat(
                                Stream.of(
                                        new ReportHandler(
                                                keys,
                                                reader,
                                                versions,
                                                new NamedCatalogue(),
                                                new NamedCatalogue(),
                                                clock),
                                        new NamesHandler(keys, new NamedCatalogue()),
                                        live,
                                        new ConsoleHandler(List.of()),
                                        new SessionHandler(
                                                keys,
                                                keys.sessions(),
                                                new NamedCatalogue(),
                                                new NamedCatalogue(),
                                                true),
                                        new AsyncApiHandler()),
                                more.stream())
                        .toList(),
                new SimpleMeterRegistry());
    }

    public InMemoryRollups rollups() {
        return rollups;
    }

    public InMemoryVersions versions() {
        return versions;
    }

    public FixedKeys keys() {
        return keys;
    }

    public LiveHub hub() {
        return hub;
    }

    /// Live streams open now.
    public int watchers() {
        return live.watchers();
    }

    public URI uri(String pathAndQuery) {
        return URI.create("http://127.0.0.1:" + endpoint.port() + pathAndQuery);
    }

    @Override
    public void close() {
        hub.close();
        endpoint.stop();
    }
}
