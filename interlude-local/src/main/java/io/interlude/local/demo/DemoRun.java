package io.interlude.local.demo;

import io.interlude.local.demo.AdClient.Ad;
import io.interlude.local.demo.DemoAudience.Person;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Plays the conversations at a constant rate of fetches, whatever the answers take, and lets the
/// audience react to each ad. The scheduler only starts calls; each runs in a virtual thread.
final class DemoRun implements AutoCloseable {
    private static final long READING_MILLIS = 300;
    private static final long DECIDING_MILLIS = 700;
    private static final long BUYING_MILLIS = 1_500;
    private static final int NANOS_PER_MICRO = 1_000;

    private final AdClient client;
    private final List<Publisher> publishers;
    private final DemoAudience audience;
    private final DemoTally tally;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicLong unfinished = new AtomicLong();

    DemoRun(AdClient client, List<Publisher> publishers, DemoAudience audience, DemoTally tally) {
        this.client = client;
        this.publishers = List.copyOf(publishers);
        this.audience = audience;
        this.tally = tally;
    }

    /// Starts fetching, one moment of the stream after the other.
    void start(MomentStream moments, double fetchesPerSecond, long fetches) {
        double nanosBetween = TimeUnit.SECONDS.toNanos(1) / fetchesPerSecond;
        long startNanos = System.nanoTime();
        unfinished.incrementAndGet();
        scheduleNext(moments, new Clockwork(startNanos, nanosBetween, fetches), 0);
    }

    private void scheduleNext(MomentStream moments, Clockwork clockwork, long number) {
        if (number >= clockwork.fetches) {
            unfinished.decrementAndGet();
            return;
        }
        long dueNanos = clockwork.startNanos + (long) (number * clockwork.nanosBetween);
        long delayNanos = Math.max(0, dueNanos - System.nanoTime());
        var next =
                scheduler.schedule(
                        () -> {
                            MomentStream.Moment moment = moments.next();
                            run(() -> play(moment, dueNanos));
                            scheduleNext(moments, clockwork, number + 1);
                        },
                        delayNanos,
                        TimeUnit.NANOSECONDS);
        assert !next.isCancelled();
    }

    /// True once every fetch was made and everybody has reacted.
    boolean finished() {
        return unfinished.get() == 0;
    }

    private void play(MomentStream.Moment moment, long dueNanos)
            throws IOException, InterruptedException {
        Publisher publisher = publisherOf(moment.conversation());
        SplittableRandom random = moment.random();
        Person person = audience.somebody(random);
        List<DemoConversation.Turn> said =
                moment.conversation().turns().subList(0, moment.turnsSaid());
        Optional<Ad> ad = client.fetch(publisher, publisher.anyAdUnit(random), person, said);
        tally.fetched((System.nanoTime() - dueNanos) / NANOS_PER_MICRO, ad.isPresent());
        if (ad.isPresent()) {
            react(publisher, ad.get(), random);
        }
    }

    private Publisher publisherOf(DemoConversation conversation) {
        for (Publisher publisher : publishers) {
            if (publisher.applicationId().equals(conversation.application())) {
                return publisher;
            }
        }
        return publishers.get(Math.floorMod(conversation.id().hashCode(), publishers.size()));
    }

    private void react(Publisher publisher, Ad ad, SplittableRandom random)
            throws IOException, InterruptedException {
        report(publisher, ad, "send");
        if (random.nextDouble() >= DemoAudience.DELIVERED) {
            return;
        }
        report(publisher, ad, "deliver");
        if (random.nextDouble() >= DemoAudience.READ) {
            return;
        }
        boolean clicks =
                !ad.clickUrl().isEmpty() && random.nextDouble() < audience.clickRate(ad.title());
        boolean buys = random.nextDouble() < DemoAudience.CONVERTED;
        double value = 5 + Math.floor(random.nextDouble() * 9_500) / 100;
        later(
                READING_MILLIS,
                () -> {
                    report(publisher, ad, "read");
                    if (clicks) {
                        later(DECIDING_MILLIS, () -> click(publisher, ad, buys, value));
                    }
                });
    }

    private void click(Publisher publisher, Ad ad, boolean buys, double value)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        client.click(ad);
        tally.sent("click", (System.nanoTime() - startNanos) / NANOS_PER_MICRO);
        if (buys) {
            Purchase purchase = new Purchase("purchase", value, "USD");
            later(BUYING_MILLIS, () -> report(publisher, ad, "conversion", purchase));
        }
    }

    private void report(Publisher publisher, Ad ad, String eventType)
            throws IOException, InterruptedException {
        report(publisher, ad, eventType, null);
    }

    private record Purchase(String conversionName, double value, String cur) {}

    private void report(Publisher publisher, Ad ad, String eventType, @Nullable Purchase eventData)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        client.report(publisher, ad, eventType, eventData);
        tally.sent(eventType, (System.nanoTime() - startNanos) / NANOS_PER_MICRO);
    }

    private void later(long millis, Call call) {
        unfinished.incrementAndGet();
        var scheduled =
                scheduler.schedule(
                        () -> {
                            run(call);
                            unfinished.decrementAndGet();
                        },
                        millis,
                        TimeUnit.MILLISECONDS);
        assert !scheduled.isCancelled();
    }

    private void run(Call call) {
        unfinished.incrementAndGet();
        calls.execute(() -> {
            try {
                call.make();
            } catch (IOException e) {
                tally.failed(e.getClass().getSimpleName());
            } catch (RuntimeException e) {
                tally.failed(String.valueOf(e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                unfinished.decrementAndGet();
            }
        });
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        calls.shutdownNow();
    }

    /// One call of the app.
    private interface Call {
        void make() throws IOException, InterruptedException;
    }

    /// The schedule of the fetches.
    private record Clockwork(long startNanos, double nanosBetween, long fetches) {}
}
