package io.interlude.report.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.HistoryFilter;
import io.interlude.journal.history.HistoryPage;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.journal.rejected.RejectedPage;
import io.interlude.journal.rejected.RejectedQuery;
import io.interlude.report.journal.EventJson;
import io.interlude.report.journal.JournalPages;
import io.interlude.report.rejected.RejectedHandler;
import io.interlude.report.rejected.RejectedJson;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.web.access.Authenticator;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// `GET /v1/manage/subscribers/{id}/export`: everything that is kept about one of the org's
/// subscribers, as lines of JSON. The id is the one that the application sends; no line has it.
///
/// The journal is read page after page, as the client takes them. Whose records they are is told by
/// the pseudonym, so of an erased subscriber there are none.
public final class SubscriberExportHandler implements RouteGroup {
    private static final Set<KeyKind> MANAGERS = Set.of(KeyKind.MGMT);
    private static final String ID = "id";
    private static final String RECORD = "record";

    /// Events that are read at a time, and so held at most.
    private static final int READ_AT_ONCE = 1_000;

    /// Before everything that there is. Reading begins somewhat earlier, and Kafka knows no time
    /// before 1970.
    private static final Instant BEGINNING = Instant.parse("1971-01-01T00:00:00Z");

    private final Authenticator authenticator;
    private final Pseudonyms pseudonyms;
    private final FrequencyQuery frequencies;
    private final JournalHistory journal;
    private final RejectedJournal rejected;
    private final int partitionCount;

    /// @param partitionCount partitions of each topic of the journal
    public SubscriberExportHandler(
            Authenticator authenticator,
            Pseudonyms pseudonyms,
            FrequencyQuery frequencies,
            JournalHistory journal,
            RejectedJournal rejected,
            int partitionCount) {
        this.authenticator = authenticator;
        this.pseudonyms = pseudonyms;
        this.frequencies = frequencies;
        this.journal = journal;
        this.rejected = rejected;
        this.partitionCount = partitionCount;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/manage/subscribers/{" + ID + "}/export", this::export);
    }

    /// The counters and the first page of the journal are read before the answer begins, so that a
    /// refusal can still be one.
    private Mono<ServerResponse> export(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, MANAGERS).orgId();
        // As a fetch takes it.
        SubscriberId id = new SubscriberId(ApiKeys.redacted(request.pathVariable(ID)));
        Subscriber subscriber =
                pseudonyms
                        .of(orgId, id)
                        .orElseThrow(() ->
                                new StateUnavailableException(
                                        "the org's subscriber keys are not known yet"));
        int partition = JournalPartitions.of(orgId, subscriber, partitionCount);
        Place.of(request).take(JournalPages.STREAM_BYTES);
        HistoryQuery query = everything(orgId, new HistoryFilter.Owner(subscriber, partition));
        return Mono.fromFuture(() -> frequencies.counters(orgId, subscriber, partition))
                .zipWhen(_ -> JournalPages.one(journal, query))
                .flatMap(read -> {
                    Flux<DataBuffer> lines =
                            Flux.concat(
                                            Flux.fromIterable(read.getT1().counters())
                                                    .map(SubscriberExportHandler::counter),
                                            authenticator
                                                    .whileAdmitted(
                                                            request,
                                                            JournalPages.from(
                                                                    journal, query, read.getT2()))
                                                    .concatMapIterable(HistoryPage::items, 1)
                                                    .map(event ->
                                                            marked("event", EventJson.of(event))),
                                            authenticator
                                                    .whileAdmitted(
                                                            request, refused(orgId, subscriber))
                                                    .concatMapIterable(RejectedPage::items, 1)
                                                    .map(event ->
                                                            marked(
                                                                    "rejected",
                                                                    RejectedJson.of(event))))
                                    .map(SubscriberExportHandler::line);
                    return ServerResponse.ok()
                            .contentType(MediaType.APPLICATION_NDJSON)
                            .header("Cache-Control", "no-store")
                            .body(BodyInserters.fromDataBuffers(lines));
                });
    }

    private static HistoryQuery everything(OrgId orgId, HistoryFilter.Owner owner) {
        return new HistoryQuery(
                orgId,
                BEGINNING,
                null,
                Set.of(),
                Set.of(),
                HistoryFilter.of(owner),
                false,
                READ_AT_ONCE,
                null,
                false,
                null);
    }

    private static Map<String, Object> counter(FrequencyCounter counter) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(RECORD, "counter");
        line.put("scope", counter.scope().wireName());
        line.put("id", counter.id());
        line.put("lifetime", counter.lifetime());
        line.put("times", counter.times().stream().map(Instant::toString).toList());
        return line;
    }

    private Flux<RejectedPage> refused(OrgId orgId, Subscriber subscriber) {
        RejectedQuery query =
                new RejectedQuery(
                        orgId,
                        BEGINNING,
                        null,
                        event ->
                                event.getOrgId().equals(orgId.value())
                                        && subscriber.value().equals(event.getSubscriber()),
                        READ_AT_ONCE,
                        null);
        return RejectedHandler.pages(rejected, query);
    }

    private static Map<String, Object> marked(String record, Map<String, Object> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(RECORD, record);
        line.putAll(fields);
        return line;
    }

    private static DataBuffer line(Map<String, Object> fields) {
        String line = Json.MAPPER.writeValueAsString(fields) + '\n';
        return DefaultDataBufferFactory.sharedInstance.wrap(line.getBytes(UTF_8));
    }
}
