package io.interlude.report.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.FetchStory;
import io.interlude.journal.history.HistoryPage;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.json.Json;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.manifest.SealedHours;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Accepted;
import io.interlude.web.limits.Place;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// `GET /v1/journal`: an org's events in order, as pages of JSON, or all of them as lines of JSON
/// or CSV or as a Parquet file; `GET /v1/journal/{messageId}`: one fetch's whole life.
public final class JournalHandler implements RouteGroup {
    private static final String PATH = "/v1/journal";
    private static final MediaType CSV = new MediaType("text", "csv");
    private static final MediaType PARQUET = new MediaType("application", "vnd.apache.parquet");

    /// Events that a stream reads at a time, and so holds at most.
    private static final int STREAMED_AT_ONCE = 2_000;

    private final Authenticator authenticator;
    private final JournalHistory journal;
    private final SealedHours sealed;
    private final FetchIdProof proof;
    private final InstantSource clock;

    public JournalHandler(
            Authenticator authenticator,
            JournalHistory journal,
            SealedHours sealed,
            FetchIdProof proof,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.sealed = sealed;
        this.proof = proof;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::list)
                .handle(HttpMethod.GET, PATH + "/{messageId}", this::story);
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        MultiValueMap<String, String> parameters = request.queryParams();
        HistoryQuery query = JournalQueryCodec.read(parameters, orgId, clock.instant());
        return JournalQueryCodec.sealedHour(parameters)
                .map(hour ->
                        Mono.fromFuture(() -> sealed.ranges(orgId, hour))
                                .flatMap(ranges -> answer(request, query.within(ranges))))
                .orElseGet(() -> answer(request, query));
    }

    private Mono<ServerResponse> answer(ServerRequest request, HistoryQuery query) {
        MediaType form =
                Accepted.preferred(
                                request,
                                MediaType.APPLICATION_JSON,
                                MediaType.APPLICATION_NDJSON,
                                CSV,
                                PARQUET)
                        .orElse(MediaType.APPLICATION_JSON);
        if (form.equals(MediaType.APPLICATION_NDJSON)) {
            return stream(
                    request, query, form, pages -> lines(pages, "", JournalHandler::jsonLine));
        }
        if (form.equals(CSV)) {
            return stream(
                    request,
                    query,
                    csvType(),
                    pages -> lines(pages, EventCsv.header(), EventCsv::line));
        }
        if (form.equals(PARQUET)) {
            return stream(request, query, PARQUET, JournalHandler::parquet);
        }
        return read(query).flatMap(page -> json(request, page.items(), () -> json(page)));
    }

    private Mono<HistoryPage> read(HistoryQuery query) {
        return JournalPages.one(journal, query).onErrorMap(JournalHandler::refusal);
    }

    private static Throwable refusal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        return cause instanceof IllegalArgumentException ? PageParameters.badCursor() : cause;
    }

    private static Mono<ServerResponse> json(
            ServerRequest request, List<JudgedEvent> events, Supplier<Object> body) {
        return CountedJson.answer(Place.of(request), events.stream().map(EventJson::data), body);
    }

    private static Map<String, Object> json(HistoryPage page) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("items", page.items().stream().map(EventJson::of).toList());
        JournalCursor next = page.next();
        if (next != null) {
            body.put("nextCursor", next.toString());
        }
        return body;
    }

    /// Page after page; the next is read when the client has taken most of this one, and none is
    /// when it went away. The first is read before the answer begins, so that a refusal can still
    /// be one.
    private Mono<ServerResponse> stream(
            ServerRequest request,
            HistoryQuery asked,
            MediaType type,
            Function<Flux<HistoryPage>, Flux<byte[]>> form) {
        Place.of(request).take(JournalPages.STREAM_BYTES);
        HistoryQuery query = asked.ofAtMost(STREAMED_AT_ONCE);
        return read(query)
                .flatMap(first ->
                        ServerResponse.ok()
                                .contentType(type)
                                .header("Cache-Control", "no-store")
                                .body(
                                        BodyInserters.fromDataBuffers(
                                                form.apply(
                                                                authenticator.whileAdmitted(
                                                                        request,
                                                                        JournalPages.from(
                                                                                journal, query,
                                                                                first)))
                                                        .map(JournalHandler::buffer))));
    }

    private static Flux<byte[]> lines(
            Flux<HistoryPage> pages, String header, Function<Map<String, Object>, String> line) {
        return Flux.concat(
                        header(header),
                        pages.concatMapIterable(HistoryPage::items, 1).map(EventJson::of).map(line))
                .map(text -> text.getBytes(UTF_8));
    }

    private static Flux<byte[]> parquet(Flux<HistoryPage> pages) {
        return Flux.defer(() -> {
            EventParquet file = new EventParquet();
            return Flux.concat(
                            Mono.fromSupplier(file::begin),
                            pages.map(page -> file.add(page.items())),
                            Mono.fromSupplier(file::end))
                    .filter(bytes -> bytes.length > 0);
        });
    }

    private static Mono<String> header(String header) {
        return header.isEmpty() ? Mono.empty() : Mono.just(header);
    }

    private static String jsonLine(Map<String, Object> item) {
        return Json.MAPPER.writeValueAsString(item) + '\n';
    }

    private static DataBuffer buffer(byte[] bytes) {
        return DefaultDataBufferFactory.sharedInstance.wrap(bytes);
    }

    private static MediaType csvType() {
        return MediaType.parseMediaType("text/csv;charset=UTF-8;header=present");
    }

    private Mono<ServerResponse> story(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        FetchId fetchId =
                FetchId.parse(request.pathVariable("messageId"))
                        .filter(parsed -> !parsed.sandbox() && proof.holds(parsed, orgId))
                        .orElseThrow(JournalHandler::notFound);
        return Mono.fromFuture(() -> journal.story(orgId, fetchId))
                .publishOn(SideWork.of(orgId.value()))
                .flatMap(story -> json(request, story.events(), () -> json(fetchId, orgId, story)));
    }

    private static Map<String, Object> json(FetchId fetchId, OrgId orgId, FetchStory story) {
        List<JudgedEvent> own =
                story.events().stream()
                        .filter(event -> event.record().event().getOrgId().equals(orgId.value()))
                        .toList();
        if (own.isEmpty()) {
            if (!story.complete()) {
                throw new StateUnavailableException("the fetch was not found in time");
            }
            throw notFound();
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("messageId", fetchId.toString());
        body.put("items", own.stream().map(EventJson::of).toList());
        body.put("readTo", story.readTo().toString());
        body.put("complete", story.complete());
        return body;
    }

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no fetch with this id.").exception();
    }
}
