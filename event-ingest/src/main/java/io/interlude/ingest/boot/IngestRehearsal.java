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
import io.interlude.web.rehearsal.Rehearsal;
import io.interlude.web.rehearsal.Stage;
import io.interlude.web.rehearsal.StageRequest;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Events and clicks, as [IngestConfiguration] puts them together, on a stage.
final class IngestRehearsal implements Rehearsal {
    private static final int FETCHES = 64;
    private static final String[] EVENT_TYPES = {"send", "deliver", "read"};

    private final IngestSettings settings;
    private final TrafficSettings traffic;

    IngestRehearsal(IngestSettings settings, TrafficSettings traffic) {
        this.settings = settings;
        this.traffic = traffic;
    }

    @Override
    public Scene on(Stage stage) {
        EventSink sink = new JournalEventSink(stage.journal());
        EventIds eventIds = new EventIds();
        InvalidTraffic invalidTraffic =
                new InvalidTraffic(
                        DeclaredBots.load(), new ClickRates(traffic.bounds()), stage.meters());
        return new Scene(
                List.of(
                        clicks(stage, sink, eventIds, invalidTraffic),
                        events(stage, sink, eventIds, invalidTraffic)),
                requests(stage));
    }

    private ClickHandler clicks(
            Stage stage, EventSink sink, EventIds eventIds, InvalidTraffic invalidTraffic) {
        return new ClickHandler(
                new ClickTokens(stage.signingKeys()),
                stage.catalogues(),
                new ClickRecorder(
                        sink, eventIds, stage.clock(), settings.clickWait(), stage.meters()),
                invalidTraffic,
                stage.clock(),
                settings.sandboxTarget().toString());
    }

    private EventHandler events(
            Stage stage, EventSink sink, EventIds eventIds, InvalidTraffic invalidTraffic) {
        EventValidation validation =
                new EventValidation(
                        new FetchIdentity(stage.proof(), sink::partitionCount),
                        settings.attributionWindow(),
                        stage.pseudonyms());
        return new EventHandler(
                new Submissions(stage.authenticator(), stage.clock(), invalidTraffic),
                new EventRecorder(
                        validation,
                        eventIds,
                        sink,
                        new RejectedEvents(sink, eventIds, stage.meters()),
                        stage.meters()));
    }

    private static List<StageRequest> requests(Stage stage) {
        ClickTokens tokens = new ClickTokens(stage.signingKeys());
        return LongStream.range(0, FETCHES)
                .mapToObj(stage::fetchId)
                .flatMap(fetchId -> Stream.of(click(stage, tokens, fetchId), event(fetchId)))
                .toList();
    }

    private static StageRequest click(Stage stage, ClickTokens tokens, FetchId fetchId) {
        String token = tokens.sign(fetchId, stage.served().bits(), 0);
        return new StageRequest("GET", "/c/" + token, "", 302);
    }

    private static StageRequest event(FetchId fetchId) {
        String type = EVENT_TYPES[Math.floorMod(fetchId.hashCode(), EVENT_TYPES.length)];
        return new StageRequest(
                "POST",
                "/v1/event",
                "{\"version\":2,\"eventType\":\"%s\",\"fetchEventId\":\"%s\",\"eventData\":{\"a\":1}}"
                        .formatted(type, fetchId),
                201);
    }
}
