package io.interlude.aggregate.serving;

import io.interlude.aggregate.query.CellScan;
import io.interlude.aggregate.query.StorePartitions;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.wire.CellKind;
import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.CountersCodec;
import io.interlude.state.wire.InstanceReportCodec;
import io.interlude.state.wire.MalformedStateException;
import io.interlude.state.wire.StatePaths;
import io.interlude.state.wire.StateToken;
import io.interlude.state.wire.StoreGroup;
import io.interlude.state.wire.SubscriberPlace;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// The internal API for state. A caller shows a token that only services of this installation can
/// make.
public final class StateHandler implements RouteGroup {
    private final StateToken token;
    private final InstanceReports reports;
    private final AppliedPositions positions;
    private final Stores stores;
    private final Scheduler scans;

    /// @param scans where stores are gone through
    StateHandler(
            StateToken token,
            InstanceReports reports,
            AppliedPositions positions,
            Stores stores,
            Scheduler scans) {
        this.token = token;
        this.reports = reports;
        this.positions = positions;
        this.stores = stores;
        this.scans = scans;
    }

    /// The handler over the stores of this process.
    ///
    /// @param scans where stores are gone through
    public static StateHandler of(
            ServedInstance instance,
            StateToken token,
            AppliedPositions positions,
            StorePartitions stores,
            Executor scans) {
        return new StateHandler(
                token,
                new InstanceReports(instance, positions),
                positions,
                Stores.of(stores, instance.partitions(), instance.caughtUp()),
                Schedulers.fromExecutor(scans));
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, StatePaths.INSTANCES, this::instances)
                .handle(HttpMethod.POST, StatePaths.COUNTERS, this::counters)
                .handle(HttpMethod.POST, StatePaths.CELLS, this::cells);
    }

    private Mono<ServerResponse> instances(ServerRequest request) {
        admit(request);
        return Answers.json(200, InstanceReportCodec.json(reports.report()));
    }

    /// On the thread that serves the connection: a look into a store takes microseconds.
    private Mono<ServerResponse> counters(ServerRequest request) {
        admit(request);
        return question(request, CountersCodec::question)
                .flatMap(places ->
                        Answers.bytes(
                                200,
                                StatePaths.CONTENT_TYPE,
                                CountersCodec.answers(answers(places)),
                                Map.of()));
    }

    private List<CountersAnswer> answers(List<SubscriberPlace> places) {
        List<CountersAnswer> answers = new ArrayList<>(places.size());
        for (SubscriberPlace place : places) {
            answers.add(answer(place));
        }
        return answers;
    }

    /// What is applied is looked at first: the store then has that and perhaps more.
    private CountersAnswer answer(SubscriberPlace place) {
        long owned = positions.ofOwner(StoreGroup.COUNTERS, place.partition());
        if (owned != AppliedPositions.NOT_FIT) {
            return answer(stores.counters(), place, owned);
        }
        long followed = positions.ofStandby(StoreGroup.COUNTERS, place.partition());
        if (followed == AppliedPositions.NOT_FIT) {
            return CountersAnswer.NOT_HERE;
        }
        CountersAnswer found = answer(stores.standbyCounters(), place, followed);
        // A store that was emptied meanwhile is another one.
        boolean same = positions.ofStandby(StoreGroup.COUNTERS, place.partition()) >= followed;
        return same ? found : CountersAnswer.NOT_HERE;
    }

    private static CountersAnswer answer(
            FrequencyQuery counters, SubscriberPlace place, long applied) {
        CompletableFuture<CountersAnswer> answer =
                counters.counters(place.orgId(), place.subscriber(), place.partition())
                        .handle((found, failure) ->
                                found == null
                                        ? CountersAnswer.NOT_HERE
                                        : new CountersAnswer.Known(
                                                new SubscriberState(found, applied)));
        return answer.getNow(CountersAnswer.NOT_HERE);
    }

    private Mono<ServerResponse> cells(ServerRequest request) {
        admit(request);
        DataBufferFactory buffers = request.exchange().getResponse().bufferFactory();
        return question(request, CellsQuestion::of)
                .flatMap(question ->
                        ServerResponse.ok()
                                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                                .body(
                                        BodyInserters.fromDataBuffers(
                                                frames(question).map(buffers::wrap))));
    }

    private Flux<byte[]> frames(CellsQuestion question) {
        return question.kind() == CellKind.REACH
                ? frames(question, stores.reach(), stores.standbyReach())
                : frames(question, stores.rollups(), stores.standbyRollups());
    }

    /// Partitions that are owned here come from one scan, those that are followed from the other.
    private <V> Flux<byte[]> frames(
            CellsQuestion question, CellScan<V> owned, CellScan<V> followed) {
        IntPredicate own =
                partition ->
                        positions.ofOwner(StoreGroup.CELLS, partition) != AppliedPositions.NOT_FIT;
        IntPredicate follow =
                partition ->
                        positions.ofStandby(StoreGroup.CELLS, partition)
                                != AppliedPositions.NOT_FIT;
        return Flux.defer(() -> {
            List<Integer> ofStandby =
                    question.partitions().stream()
                            .filter(partition ->
                                    question.standbys()
                                            && !own.test(partition)
                                            && follow.test(partition))
                            .toList();
            List<Integer> ofOwner =
                    question.partitions().stream()
                            .filter(partition -> !ofStandby.contains(partition))
                            .toList();
            return frames(new CellCursor<>(question.ofPartitions(ofOwner), owned, own))
                    .concatWith(
                            frames(
                                    new CellCursor<>(
                                            question.ofPartitions(ofStandby), followed, follow)));
        });
    }

    private <V> Flux<byte[]> frames(CellCursor<V> cursor) {
        return Flux.<byte[], CellCursor<V>>generate(
                        () -> cursor,
                        (state, sink) -> {
                            byte[] frame = state.next();
                            if (frame == null) {
                                sink.complete();
                            } else {
                                sink.next(frame);
                            }
                            return state;
                        },
                        CellCursor::close)
                .subscribeOn(scans);
    }

    private void admit(ServerRequest request) {
        String shown = request.headers().firstHeader(HttpHeaders.AUTHORIZATION);
        if (shown == null) {
            throw Problem.of(Reason.MISSING_API_KEY, "This is for services of the installation.")
                    .exception();
        }
        if (!token.admits(shown)) {
            throw Problem.of(Reason.INVALID_API_KEY, "This is not the installation's token.")
                    .exception();
        }
    }

    private static <T> Mono<T> question(ServerRequest request, Function<byte[], T> codec) {
        return DataBufferUtils.join(
                        request.exchange().getRequest().getBody(), StatePaths.QUESTION_BYTES_MAX)
                .map(StateHandler::take)
                .map(codec)
                .onErrorMap(DataBufferLimitException.class, _ -> malformed())
                .onErrorMap(MalformedStateException.class, _ -> malformed())
                .switchIfEmpty(Mono.error(StateHandler::malformed));
    }

    private static byte[] take(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static RuntimeException malformed() {
        return Problem.of(Reason.INVALID_REQUEST, "This is not a question of this version.")
                .exception();
    }
}
