package io.interlude.fetch.repeat;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RangeReading;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.KeyedRequest;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.limits.Owner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the answers of the last 24 hours from the journal, when the first request under an
/// `Idempotency-Key` comes: a process that never gets one reads nothing. Alone it reads once, up to
/// the journal's end, since later answers are its own. Beside other instances each request has it
/// read what was added.
public final class JournalAnswers implements AnswerHistory {
    private static final Logger LOG = LoggerFactory.getLogger(JournalAnswers.class);
    private static final Duration STANDSTILL = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    /// A clock may have been set back between two appends.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /// The same of an answer that is looked up, which is of one moment.
    private static final Duration CLOCK_STEP = Duration.ofSeconds(1);

    /// Longest time from a request to the record of its last ad.
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(1);

    /// Look-ups that wait.
    private static final int MOST_LOOK_UPS = 256;

    private static final byte[] MARK = RequestKey.PREFIX.getBytes(StandardCharsets.UTF_8);

    private final KafkaClients clients;
    private final boolean alone;
    private final InstantSource clock;
    private final Deserializer<SpecificRecord> deserializer;
    private final ExecutorService reader =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("answer-history").factory());

    /// Of its own: who has many answers looked up delays no reading.
    private final ExecutorService finder =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("answer-look-up").factory());

    /// A look-up may read all that a minute recorded: owners take turns.
    private final OrgTurns lookUps = new OrgTurns(finder, MOST_LOOK_UPS, MOST_LOOK_UPS);

    private org.apache.kafka.clients.consumer.@Nullable Consumer<String, byte[]> consumer;
    private @Nullable CompletableFuture<Void> next;
    private boolean done;

    /// @param deserializer reads events as they were
    /// @param alone true when no other fetch instance serves beside this one
    public JournalAnswers(
            KafkaClients clients,
            Deserializer<SpecificRecord> deserializer,
            boolean alone,
            InstantSource clock) {
        this.clients = clients;
        this.alone = alone;
        this.clock = clock;
        this.deserializer = deserializer;
    }

    /// Those who wait for the next reading share it: it begins after each of them came.
    @Override
    public synchronized CompletableFuture<Void> read(Consumer<KeptAnswer> into) {
        if (done) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> reading = next;
        if (reading == null) {
            reading = CompletableFuture.runAsync(() -> readToEnd(into), reader);
            next = reading;
        }
        return inTime(reading.copy());
    }

    private static <T> CompletableFuture<T> inTime(CompletableFuture<T> reading) {
        return reading.orTimeout(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(cause ->
                        CompletableFuture.failedFuture(
                                new StateUnavailableException(
                                        "earlier answers cannot be read in time",
                                        unwrapped(cause))));
    }

    @Override
    public CompletableFuture<KeptAnswer> find(Owner owner, String key, Instant at, int parts) {
        try {
            return inTime(
                    CompletableFuture.supplyAsync(
                            () -> found(key, at, parts), lookUps.executor(owner.toString())));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("too many answers are being looked up", e));
        }
    }

    private KeptAnswer found(String key, Instant at, int parts) {
        List<KeptAnswer> found = new ArrayList<>();
        byte[] mark = key.getBytes(StandardCharsets.UTF_8);
        try (var from = clients.replayConsumer()) {
            OffsetLookup lookup = assigned(from);
            lookup.offsets(at.minus(CLOCK_STEP)).forEach(from::seek);
            RangeReading<String, byte[]> range =
                    new RangeReading<>(from, lookup.offsets(at.plus(LONGEST_REQUEST)), STANDSTILL);
            while (found.size() < parts && range.hasMore()) {
                range.next()
                        .forEach(record ->
                                take(
                                        record,
                                        mark,
                                        answer -> {
                                            if (answer.key().equals(key)) {
                                                found.add(answer);
                                            }
                                        }));
            }
        }
        return found.stream()
                .reduce(KeptAnswer::and)
                .orElseThrow(() -> new KafkaException("the answer is not in the journal yet"));
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }

    private void readToEnd(Consumer<KeptAnswer> into) {
        synchronized (this) {
            next = null;
        }
        try {
            var open = consumer == null ? opened() : consumer;
            consumer = open;
            readToEnd(open, into);
            if (alone) {
                synchronized (this) {
                    done = true;
                }
                reset();
            }
        } catch (KafkaException e) {
            LOG.warn("event=answer_history_unread", e);
            reset();
            throw e;
        }
    }

    private void readToEnd(
            org.apache.kafka.clients.consumer.Consumer<String, byte[]> from,
            Consumer<KeptAnswer> into) {
        from.resume(from.assignment());
        RangeReading<String, byte[]> range =
                new RangeReading<>(from, from.endOffsets(from.assignment()), STANDSTILL);
        while (range.hasMore()) {
            range.next().forEach(record -> take(record, MARK, into));
        }
    }

    /// From 24 hours ago.
    private org.apache.kafka.clients.consumer.Consumer<String, byte[]> opened() {
        var opened = clients.replayConsumer();
        OffsetLookup lookup = assigned(opened);
        Instant since = clock.instant().minus(Repeats.KEPT).minus(MARGIN);
        lookup.offsets(since).forEach(opened::seek);
        return opened;
    }

    private static OffsetLookup assigned(
            org.apache.kafka.clients.consumer.Consumer<String, byte[]> opened) {
        List<TopicPartition> places = new ArrayList<>();
        for (String topic : List.of(Topics.FETCHES.name(), Topics.NO_FILLS.name())) {
            for (PartitionInfo partition : opened.partitionsFor(topic)) {
                places.add(new TopicPartition(topic, partition.partition()));
            }
        }
        opened.assign(places);
        return new OffsetLookup(opened, places);
    }

    private void take(
            ConsumerRecord<String, byte[]> record, byte[] mark, Consumer<KeptAnswer> into) {
        if (record.value() == null || !isMarked(record.value(), mark)) {
            return;
        }
        try {
            SpecificRecord value = deserializer.deserialize(record.topic(), record.value());
            if (value instanceof AdFetched fetched) {
                take(
                        fetched.getOrgId(),
                        fetched.getKeyedRequest(),
                        true,
                        fetched.getOccurredAt(),
                        into);
            } else if (value instanceof AdNotFilled notFilled) {
                take(
                        notFilled.getOrgId(),
                        notFilled.getKeyedRequest(),
                        false,
                        notFilled.getOccurredAt(),
                        into);
            }
        } catch (RuntimeException e) {
            // The aggregator rejects it too, and so it counts nowhere.
            LOG.warn(
                    "event=answer_history_poison topic={} partition={} offset={}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e);
        }
    }

    private static void take(
            String org,
            @Nullable KeyedRequest request,
            boolean filled,
            Instant at,
            Consumer<KeptAnswer> into) {
        // Of an event that cannot be read the answer is gone.
        if (request != null && !request.getAnswer().isEmpty()) {
            into.accept(
                    new KeptAnswer(
                            RequestKey.owner(org, request.getKey()),
                            request.getKey(),
                            request.getBody(),
                            filled,
                            List.of(request.getAnswer()),
                            at));
        }
    }

    /// Few records are of keyed fetches: the others need not be decoded.
    private static boolean isMarked(byte[] bytes, byte[] mark) {
        for (int i = bytes.length - mark.length; i >= 0; i--) {
            if (Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
                return true;
            }
        }
        return false;
    }

    private void reset() {
        var open = consumer;
        consumer = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
        finder.shutdownNow();
    }
}
