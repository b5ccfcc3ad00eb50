package io.interlude.ingest.boot;

import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEventSink;
import io.interlude.ingest.click.ClickHandler;
import io.interlude.ingest.click.ClickRecorder;
import io.interlude.ingest.event.EventHandler;
import io.interlude.ingest.event.EventRecorder;
import io.interlude.ingest.event.EventValidation;
import io.interlude.ingest.event.Submissions;
import io.interlude.ingest.identity.EventIds;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.ingest.rejected.RejectedEvents;
import io.interlude.ingest.traffic.ClickRates;
import io.interlude.ingest.traffic.DeclaredBots;
import io.interlude.ingest.traffic.InvalidTraffic;
import io.interlude.web.warmup.WarmUp;
import io.interlude.web.warmup.WarmUpEnvironment;
import io.interlude.web.warmup.WarmUpRequest;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Events and clicks, as [IngestConfiguration] puts them together, in a [WarmUpEnvironment].
final class IngestWarmUp implements WarmUp {
    private static final int FETCHES = 64;
    private static final String[] EVENT_TYPES = {"send", "deliver", "read"};

    private final IngestSettings settings;
    private final TrafficSettings traffic;

    IngestWarmUp(IngestSettings settings, TrafficSettings traffic) {
        this.settings = settings;
        this.traffic = traffic;
    }

    @Override
    public WarmUpPlan plan(WarmUpEnvironment environment) {
        EventSink sink = new JournalEventSink(environment.journal());
        EventIds eventIds = new EventIds();
        InvalidTraffic invalidTraffic =
                new InvalidTraffic(
                        DeclaredBots.load(),
                        new ClickRates(traffic.bounds()),
                        environment.meters());
        return new WarmUpPlan(
                List.of(
                        clicks(environment, sink, eventIds, invalidTraffic),
                        events(environment, sink, eventIds, invalidTraffic)),
                requests(environment));
    }

    private ClickHandler clicks(
            WarmUpEnvironment environment,
            EventSink sink,
            EventIds eventIds,
            InvalidTraffic invalidTraffic) {
        return new ClickHandler(
                new ClickTokens(environment.signingKeys()),
                environment.catalogues(),
                new ClickRecorder(
                        sink,
                        eventIds,
                        environment.clock(),
                        settings.clickWait(),
                        environment.meters()),
                invalidTraffic,
                environment.clock(),
                settings.sandboxTarget().toString());
    }

    private EventHandler events(
            WarmUpEnvironment environment,
            EventSink sink,
            EventIds eventIds,
            InvalidTraffic invalidTraffic) {
        EventValidation validation =
                new EventValidation(
                        new FetchIdentity(environment.proof(), sink::partitionCount),
                        settings.attributionWindow(),
                        environment.pseudonyms());
        return new EventHandler(
                new Submissions(environment.authenticator(), environment.clock(), invalidTraffic),
                new EventRecorder(
                        validation,
                        eventIds,
                        sink,
                        new RejectedEvents(sink, eventIds, environment.meters()),
                        environment.meters()));
    }

    private static List<WarmUpRequest> requests(WarmUpEnvironment environment) {
        ClickTokens tokens = new ClickTokens(environment.signingKeys());
        return LongStream.range(0, FETCHES)
                .mapToObj(environment::fetchId)
                .flatMap(fetchId -> Stream.of(click(environment, tokens, fetchId), event(fetchId)))
                .toList();
    }

    private static WarmUpRequest click(
            WarmUpEnvironment environment, ClickTokens tokens, FetchId fetchId) {
        String token = tokens.sign(fetchId, environment.served().bits(), 0);
        return new WarmUpRequest("GET", "/c/" + token, "", 302);
    }

    private static WarmUpRequest event(FetchId fetchId) {
        String type = EVENT_TYPES[Math.floorMod(fetchId.hashCode(), EVENT_TYPES.length)];
        return new WarmUpRequest(
                "POST",
                "/v1/event",
                "{\"version\":2,\"eventType\":\"%s\",\"fetchEventId\":\"%s\",\"eventData\":{\"a\":1}}"
                        .formatted(type, fetchId),
                201);
    }
}
