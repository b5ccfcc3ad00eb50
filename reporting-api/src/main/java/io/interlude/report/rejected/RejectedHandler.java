package io.interlude.report.rejected;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.journal.rejected.KeptRejection;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.journal.rejected.RejectedPage;
import io.interlude.journal.rejected.RejectedQuery;
import io.interlude.journal.rejected.RejectionId;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.journal.CountedJson;
import io.interlude.report.journal.JournalPages;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Accepted;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// `GET /v1/journal/rejected`: an org's refused events, in the order in which they were refused, as
/// pages of JSON or all of them as lines of JSON; and one of them by its id.
public final class RejectedHandler implements RouteGroup {
    private static final String PATH = "/v1/journal/rejected";

    private final Authenticator authenticator;
    private final RejectedJournal journal;
    private final InstantSource clock;

    public RejectedHandler(
            Authenticator authenticator, RejectedJournal journal, InstantSource clock) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::list)
                .handle(HttpMethod.GET, PATH + "/{id}", this::one);
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        RejectedQuery query =
                RejectedQueryCodec.read(request.queryParams(), orgId, clock.instant());
        return Accepted.names(request, MediaType.APPLICATION_NDJSON)
                ? lines(request, query)
                : page(request, query);
    }

    private Mono<ServerResponse> page(ServerRequest request, RejectedQuery query) {
        return read(query)
                .flatMap(page ->
                        CountedJson.answer(
                                Place.of(request),
                                page.items().stream().map(kept -> kept.event().getBodyJson()),
                                () -> json(page)));
    }

    private Mono<RejectedPage> read(RejectedQuery query) {
        return read(journal, query);
    }

    private static Mono<RejectedPage> read(RejectedJournal journal, RejectedQuery query) {
        return Mono.fromFuture(() -> journal.page(query))
                .publishOn(SideWork.of(query.orgId().value()));
    }

    /// Every page that the query has, each read when the one before it was taken.
    public static Flux<RejectedPage> pages(RejectedJournal journal, RejectedQuery query) {
        return read(journal, query).expand(page -> after(journal, query, page));
    }

    private static Map<String, Object> json(RejectedPage page) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("items", page.items().stream().map(RejectedJson::of).toList());
        JournalCursor next = page.next();
        if (next != null) {
            body.put("nextCursor", next.toString());
        }
        return body;
    }

    /// Page after page; the next is read when the client has taken most of this one. The first is
    /// read before the answer begins, so that a refusal can still be one.
    private Mono<ServerResponse> lines(ServerRequest request, RejectedQuery query) {
        Place.of(request).take(JournalPages.STREAM_BYTES);
        return read(query)
                .flatMap(first -> {
                    Flux<DataBuffer> lines =
                            authenticator
                                    .whileAdmitted(
                                            request,
                                            Mono.just(first)
                                                    .expand(page -> after(journal, query, page)))
                                    .concatMapIterable(RejectedPage::items, 1)
                                    .map(RejectedHandler::line);
                    return ServerResponse.ok()
                            .contentType(MediaType.APPLICATION_NDJSON)
                            .header("Cache-Control", "no-store")
                            .body(BodyInserters.fromDataBuffers(lines));
                });
    }

    private static Mono<RejectedPage> after(
            RejectedJournal journal, RejectedQuery query, RejectedPage page) {
        JournalCursor next = page.next();
        return next == null
                ? Mono.empty()
                : read(
                        journal,
                        new RejectedQuery(
                                query.orgId(),
                                query.from(),
                                query.to(),
                                query.keeps(),
                                query.limit(),
                                next));
    }

    private static DataBuffer line(KeptRejection rejection) {
        String line = Json.MAPPER.writeValueAsString(RejectedJson.of(rejection)) + '\n';
        return DefaultDataBufferFactory.sharedInstance.wrap(line.getBytes(UTF_8));
    }

    private Mono<ServerResponse> one(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        RejectionId id =
                RejectionId.parse(request.pathVariable("id"))
                        .orElseThrow(() -> notFound().exception());
        return Mono.fromFuture(() -> journal.find(orgId, id))
                .publishOn(SideWork.of(orgId.value()))
                .flatMap(found ->
                        found.filter(kept -> kept.event().getOrgId().equals(orgId.value()))
                                .map(kept -> Answers.json(200, RejectedJson.of(kept)))
                                .orElseGet(() -> Answers.problem(notFound())));
    }

    private static Problem notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no refused event with this id.");
    }
}
