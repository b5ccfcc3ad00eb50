package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Conversations that take two ads and whose fetches come to one fetch service, then to another,
/// which the aggregator has told nothing yet of what the first one served.
final class MovedConversationJourney {
    private static final int FETCHES_AT_ONCE = 200;
    private static final int MOST_ADS = 2;

    /// While a slow machine keeps counters from being read, nothing is served. Then again.
    private static final int ROUNDS = 30;

    private static final int UNANSWERED = -1;
    private static final List<String> WHOSE = List.of("", "\"subscriber\": \"ann\", ");

    private final Api one;
    private final Api other;

    private MovedConversationJourney(Api one, Api other) {
        this.one = one;
        this.other = other;
    }

    /// @param killOther ends the other fetch service at once
    static void move(Bookings booked, URI other, Runnable killOther) throws Exception {
        String settings = "{\"adLoad\": {\"maxPerConversation\": %d}}".formatted(MOST_ADS);
        assertThat(booked.management().put("/v1/manage/settings", "\"0\"", settings).statusCode())
                .isEqualTo(200);
        booked.lineItem("card", "");
        MovedConversationJourney journey =
                new MovedConversationJourney(booked.publisher(), booked.publisher().at(other));
        journey.awaitBoth();
        for (String whose : WHOSE) {
            journey.movesWhileManyAsk(whose);
            journey.movesToAndFro(whose);
        }
        journey.movesFromOneThatIsKilled(killOther);
    }

    /// The catalogue and the org's keys reach each process on their own.
    private void awaitBoth() {
        AtomicInteger asked = new AtomicInteger();
        for (Api each : List.of(one, other)) {
            Eventually.holds(
                    "it serves",
                    () -> status(each, "", "before-" + asked.incrementAndGet()) == 200);
        }
    }

    private void movesWhileManyAsk(String whose) throws Exception {
        long filled = 0;
        for (int round = 0; round < ROUNDS && filled < MOST_ADS; round++) {
            String moved = "moved-" + round;
            filled = filledWhileItMoves(one, other, whose, moved, MOST_ADS, () -> {});
            assertThat(filled).as(moved).isLessThanOrEqualTo(MOST_ADS);
            assertThat(filledInRounds(one, whose, moved) + filled).isEqualTo(MOST_ADS);
        }
        assertThat(filled).isEqualTo(MOST_ADS);
        assertThat(filledInRounds(other, whose, "free")).isEqualTo(MOST_ADS);
    }

    private void movesToAndFro(String whose) {
        int filled = 0;
        for (int fetch = 0; fetch < ROUNDS; fetch++) {
            filled += status(fetch % 2 == 0 ? one : other, whose, "to-and-fro") == 200 ? 1 : 0;
        }
        assertThat(filled).isEqualTo(MOST_ADS);
    }

    /// Of the one that was killed a fetch may be recorded that nobody got an answer to. It counts.
    private void movesFromOneThatIsKilled(Runnable killOther) throws Exception {
        String ofAnn = WHOSE.getLast();
        for (String whose : WHOSE) {
            Eventually.holds("one ad", () -> status(other, whose, "begun") == 200);
        }

        long filled = filledWhileItMoves(other, one, ofAnn, "killed", 1, killOther);

        assertThat(filled).isBetween(1L, (long) MOST_ADS);
        assertThat(status(other, "", "gone")).isEqualTo(UNANSWERED);
        for (String whose : WHOSE) {
            assertThat(filledInRounds(one, whose, "begun")).isEqualTo(MOST_ADS - 1);
            assertThat(filledInRounds(one, whose, "free of both")).isEqualTo(MOST_ADS);
        }
        assertThat(filledAtOnce(one, ofAnn, "killed") + filled).isLessThanOrEqualTo(MOST_ADS);
    }

    /// Half of the fetches go to the first at once, and the others to the next as soon as so many
    /// ads of the first have come.
    private static long filledWhileItMoves(
            Api from, Api to, String whose, String conversation, int ads, Runnable meanwhile)
            throws Exception {
        int half = FETCHES_AT_ONCE / 2;
        CountDownLatch moving = new CountDownLatch(1);
        AtomicInteger filled = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        List<Integer> statuses =
                JourneyIT.inParallel(
                        FETCHES_AT_ONCE,
                        number -> {
                            if (number >= half) {
                                assertThat(moving.await(60, TimeUnit.SECONDS)).isTrue();
                                return status(to, whose, conversation);
                            }
                            int status = status(from, whose, conversation);
                            boolean enough = status == 200 && filled.incrementAndGet() == ads;
                            boolean all = answered.incrementAndGet() == half;
                            if (enough || all) {
                                meanwhile.run();
                                moving.countDown();
                            }
                            return status;
                        });
        assertThat(statuses).isSubsetOf(200, 204, UNANSWERED);
        return statuses.stream().filter(status -> status == 200).count();
    }

    /// How many of these are filled, however often nothing can be served.
    private static long filledInRounds(Api at, String whose, String conversation) throws Exception {
        long filled = filledAtOnce(at, whose, conversation);
        for (int round = 1; round < ROUNDS && filled < MOST_ADS; round++) {
            filled += status(at, whose, conversation) == 200 ? 1 : 0;
        }
        return filled;
    }

    private static long filledAtOnce(Api at, String whose, String conversation) throws Exception {
        List<Integer> statuses =
                JourneyIT.inParallel(FETCHES_AT_ONCE, _ -> status(at, whose, conversation));
        assertThat(statuses).isSubsetOf(200, 204);
        return statuses.stream().filter(status -> status == 200).count();
    }

    private static int status(Api at, String whose, String conversation) {
        String body =
                "{\"adUnit\": \"pause\", %s\"conversation\": \"%s\"}"
                        .formatted(whose, conversation);
        try {
            return at.fetch(body).statusCode();
        } catch (IOException _) {
            return UNANSWERED;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
