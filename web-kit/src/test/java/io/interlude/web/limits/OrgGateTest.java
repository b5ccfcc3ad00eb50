package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class OrgGateTest {
    private final OrgGate gate = new OrgGate(2, Runnable::run);
    private final List<String> begun = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();

    private Piece add(String org, String name) {
        Sinks.One<String> result = Sinks.one();
        Mono<String> work =
                Mono.defer(() -> {
                    begun.add(name);
                    return result.asMono();
                });
        return new Piece(
                result, gate.of(org, work).subscribe(ended::add, failure -> ended.add("!" + name)));
    }

    @Test
    void soManyOfAnOrgAreUnderWayAndTheOthersFollowInTheirOrder() {
        Piece first = add("a", "a1");
        Piece second = add("a", "a2");
        add("a", "a3");
        add("a", "a4");
        add("b", "b1");
        assertThat(begun).containsExactly("a1", "a2", "b1");

        second.end("a2");
        assertThat(begun).containsExactly("a1", "a2", "b1", "a3");
        first.end("a1");
        assertThat(begun).containsExactly("a1", "a2", "b1", "a3", "a4");
        assertThat(ended).containsExactly("a2", "a1");
    }

    @Test
    void workThatFailsOrIsNotWantedLetsTheNextOnePass() {
        Piece fails = add("a", "a1");
        Piece unwanted = add("a", "a2");
        Piece waitsInVain = add("a", "a3");
        add("a", "a4");
        add("a", "a5");

        waitsInVain.interest().dispose();
        fails.result().tryEmitError(new IllegalStateException("for the test"));
        unwanted.interest().dispose();

        assertThat(begun).containsExactly("a1", "a2", "a4", "a5");
        assertThat(ended).containsExactly("!a1");
    }

    @Test
    void workOfManyThreadsIsAllDoneAndNeverMoreAtATime() {
        OrgGate parallel = new OrgGate(2, ForkJoinPool.commonPool());
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger mostUnderWay = new AtomicInteger();
        Mono<Integer> work =
                Mono.fromSupplier(
                                () -> {
                                    mostUnderWay.accumulateAndGet(
                                            underWay.incrementAndGet(), Math::max);
                                    return underWay.decrementAndGet();
                                })
                        .subscribeOn(Schedulers.boundedElastic());

        List<Integer> results =
                Flux.range(0, 2_000)
                        .flatMap(_ -> parallel.of("a", work), 2_000)
                        .collectList()
                        .block();

        assertThat(results).hasSize(2_000);
        assertThat(mostUnderWay).hasValueBetween(1, 2);
    }

    @Test
    void noTurnIsLostWithWorkThatIsGivenUpAtAnyMoment() {
        OrgGate parallel = new OrgGate(2, ForkJoinPool.commonPool());
        Random random = new Random(19);
        Mono<Integer> work = Mono.just(1).delayElement(Duration.ofNanos(1_000));
        for (int number = 0; number < 5_000; number++) {
            Disposable interest = parallel.of("a", work).subscribe();
            if (random.nextInt(4) > 0) {
                Schedulers.parallel().schedule(interest::dispose);
            }
        }

        Integer last = parallel.of("a", work).block(Duration.ofMinutes(1));

        assertThat(last).isEqualTo(1);
    }

    private record Piece(Sinks.One<String> result, Disposable interest) {
        void end(String value) {
            result.tryEmitValue(value);
        }
    }
}
