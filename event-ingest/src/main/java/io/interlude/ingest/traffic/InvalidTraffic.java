package io.interlude.ingest.traffic;

import io.interlude.domain.identity.FetchId;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Tells requests that no person made. One that says nothing of itself is taken for a person's.
/// Address and User-Agent are looked at and kept nowhere.
public final class InvalidTraffic {
    private static final List<String> PURPOSE_HEADERS =
            List.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz");
    private static final Pattern AHEAD_OF_TIME = Pattern.compile("prefetch|prerender|preview");

    private final DeclaredBots bots;
    private final ClickRates clickRates;
    private final MeterRegistry meters;

    public InvalidTraffic(DeclaredBots bots, ClickRates clickRates, MeterRegistry meters) {
        this.bots = bots;
        this.clickRates = clickRates;
        this.meters = meters;
    }

    /// Why a followed link is invalid traffic, if it is. Counts it to its rates either way.
    public Optional<TrafficClass> ofClick(ServerRequest request, FetchId fetchId, Instant now) {
        boolean exceeded =
                clickRates.exceeded(
                        fetchId,
                        request.remoteAddress().map(InetSocketAddress::getAddress).orElse(null),
                        now);
        Optional<TrafficClass> found =
                declared(request.headers().asHttpHeaders())
                        .or(() -> exceeded ? Optional.of(TrafficClass.RATE) : Optional.empty());
        found.ifPresent(trafficClass -> count("redirect", trafficClass));
        return found;
    }

    /// Why a pixel was not asked for by a person, if it was not.
    public Optional<TrafficClass> ofPixel(ServerRequest request) {
        Optional<TrafficClass> found = declared(request.headers().asHttpHeaders());
        found.ifPresent(trafficClass -> count("pixel", trafficClass));
        return found;
    }

    private void count(String source, TrafficClass trafficClass) {
        meters.counter(
                        "interlude.ingest.invalid.traffic",
                        "source",
                        source,
                        "class",
                        trafficClass.label())
                .increment();
    }

    /// What the request says of itself.
    private Optional<TrafficClass> declared(HttpHeaders headers) {
        for (String name : PURPOSE_HEADERS) {
            String purpose = headers.getFirst(name);
            if (purpose != null && AHEAD_OF_TIME.matcher(purpose.toLowerCase(Locale.ROOT)).find()) {
                return Optional.of(TrafficClass.PREFETCH);
            }
        }
        String agent = headers.getFirst(HttpHeaders.USER_AGENT);
        return agent != null && bots.declares(agent)
                ? Optional.of(TrafficClass.DECLARED_BOT)
                : Optional.empty();
    }
}
