package io.interlude.state.remote;

import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.transport.InstanceGoneException;
import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StoreGroup;
import io.interlude.state.wire.SubscriberPlace;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/// Instances of which a test says what they hold, how fast they are and whether they are there.
final class PlayedInstances implements StateInstances {
    static final Duration ANSWER_MAX = Duration.ofMillis(500);

    final Map<URI, Instance> urlToInstance = new LinkedHashMap<>();
    private final PlayedTime time;
    private final int partitions;
    int requests;

    PlayedInstances(PlayedTime time, int partitions) {
        this.time = time;
        this.partitions = partitions;
    }

    Instance add(String name) {
        Instance instance = new Instance(URI.create("http://" + name + ":1"));
        urlToInstance.put(instance.url, instance);
        return instance;
    }

    @Override
    public CompletableFuture<InstanceReport> report(URI url) {
        return answer(
                url,
                instance -> {
                    Map<URI, Map<StoreGroup, HostedPartitions>> all = new LinkedHashMap<>();
                    urlToInstance.keySet().forEach(other -> all.put(other, Map.of()));
                    all.put(
                            url,
                            Map.of(
                                    StoreGroup.COUNTERS,
                                    new HostedPartitions(
                                            new HashSet<>(instance.owned.keySet()),
                                            new HashSet<>(instance.followed.keySet()))));
                    return new InstanceReport(url, 1, "group", partitions, all);
                });
    }

    @Override
    public CompletableFuture<List<CountersAnswer>> counters(URI url, List<SubscriberPlace> places) {
        requests++;
        return answer(url, instance -> places.stream().map(instance::answer).toList());
    }

    @Override
    public Flux<byte[]> cells(URI url, CellsQuestion question) {
        return Flux.error(new IOException("no cells here"));
    }

    /// What the instance says it says when the answer leaves it.
    private <T> CompletableFuture<T> answer(URI url, Function<Instance, T> answer) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Instance instance = urlToInstance.get(url);
        if (instance == null || instance.gone) {
            var _ =
                    time.after(
                            Duration.ofMillis(1),
                            () ->
                                    future.completeExceptionally(
                                            new InstanceGoneException(
                                                    url, new IOException("refused"))));
            return future;
        }
        Duration delay = instance.delay;
        if (delay.compareTo(ANSWER_MAX) > 0) {
            var _ =
                    time.after(
                            ANSWER_MAX, () -> future.completeExceptionally(new TimeoutException()));
            return future;
        }
        var _ =
                time.after(
                        delay.dividedBy(2),
                        () -> {
                            if (instance.gone) {
                                future.completeExceptionally(
                                        new InstanceGoneException(url, new IOException("reset")));
                                return;
                            }
                            T said = answer.apply(instance);
                            var _ = time.after(delay.dividedBy(2), () -> future.complete(said));
                        });
        return future;
    }

    /// One instance. Partitions that it holds have an offset up to which they are applied.
    static final class Instance {
        final URI url;
        final Map<Integer, LongSupplier> owned = new LinkedHashMap<>();
        final Map<Integer, LongSupplier> followed = new LinkedHashMap<>();
        Duration delay = Duration.ofMillis(1);
        boolean gone;

        Instance(URI url) {
            this.url = url;
        }

        private CountersAnswer answer(SubscriberPlace place) {
            @Nullable LongSupplier applied = owned.get(place.partition());
            if (applied == null) {
                applied = followed.get(place.partition());
            }
            if (applied == null) {
                return CountersAnswer.NOT_HERE;
            }
            long offset = applied.getAsLong();
            return new CountersAnswer.Known(
                    new SubscriberState(new SubscriberCounters(offset - 1, List.of()), offset));
        }
    }
}
