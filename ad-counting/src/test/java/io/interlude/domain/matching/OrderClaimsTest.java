package io.interlude.domain.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.FetchEvent.Converted;
import io.interlude.domain.matching.OrderClaims.Change;
import io.interlude.domain.matching.OrderClaims.Claim;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rotation.RotationStamp;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderClaimsTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE = new LineItemId("line");

    @Test
    void theEarliestClaimHasTheOrderAndTheOthersAreTold() {
        Change first = OrderClaims.NONE.with(claim(1, 10, false));
        Change later = first.after().with(claim(2, 11, false));
        Change earlier = later.after().with(claim(3, 9, false));

        assertThat(first.told()).isEmpty();
        assertThat(later.told()).containsExactly(claim(2, 11, true));
        assertThat(earlier.told()).containsExactly(claim(1, 10, true));
        assertThat(earlier.after().claims())
                .containsExactly(claim(3, 9, false), claim(1, 10, true), claim(2, 11, true));
    }

    @Test
    void atTheSameTimeTheIdDecides() {
        Change change =
                OrderClaims.NONE.with(claim(2, 10, false)).after().with(claim(1, 10, false));

        assertThat(change.told()).containsExactly(claim(2, 10, true));
    }

    @Test
    void anOrderThatIsGivenUpGoesToTheNext() {
        OrderClaims claims =
                OrderClaims.NONE
                        .with(claim(1, 10, false))
                        .after()
                        .with(claim(2, 11, false))
                        .after()
                        .with(claim(3, 12, false))
                        .after();

        Change change = claims.withdrawn(claim(1, 10, false));

        assertThat(change.told()).containsExactly(claim(2, 11, false));
        assertThat(change.after().claims())
                .containsExactly(claim(2, 11, false), claim(3, 12, true));
        assertThat(claims.withdrawn(claim(3, 12, true)).told())
                .as("what it was told is no more so")
                .containsExactly(claim(3, 12, false));
    }

    @Test
    void whoWasToldIsNotToldAgainUntilItSaysOtherwise() {
        OrderClaims claims =
                OrderClaims.NONE
                        .with(claim(1, 10, false))
                        .after()
                        .with(claim(2, 11, false))
                        .after();

        assertThat(claims.with(claim(2, 11, true)).told()).isEmpty();
        assertThat(claims.with(claim(2, 11, false)).told()).containsExactly(claim(2, 11, true));
        assertThat(claims.with(claim(1, 10, true)).told()).containsExactly(claim(1, 10, false));
    }

    @Test
    void onlySoManyClaimsAreKept() {
        OrderClaims claims = OrderClaims.NONE;
        for (int number = 0; number <= OrderClaims.CLAIMS_MAX; number++) {
            claims = claims.with(claim(number, 1_000 - number, false)).after();
        }

        assertThat(claims.claims()).hasSize(OrderClaims.CLAIMS_MAX);
        assertThat(claims.claims().getFirst().fetchId()).isEqualTo(id(OrderClaims.CLAIMS_MAX));
    }

    @Test
    void partsOfAKeyAreToldApart() {
        assertThat(OrderKey.ofGoal(ORG, "ab", "c")).isNotEqualTo(OrderKey.ofGoal(ORG, "a", "bc"));
        assertThat(OrderKey.ofGoal(ORG, "line", "c"))
                .isNotEqualTo(OrderKey.ofLineItem(ORG, LINE, "c"));
        assertThat(OrderKey.ofGoal(ORG, "a", "c"))
                .isNotEqualTo(OrderKey.ofGoal(new OrgId("other"), "a", "c"));
        assertThatThrownBy(() -> new OrderKey("A-1001"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// Fetches and orders that hear of each other late and in any order, while conversions come and
    /// are taken back, end where a plain pass over all conversions by their times ends.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverIsHeardWhenAnOrderCountsOnce(long seed) {
        for (int round = 0; round < 40; round++) {
            Random random = new Random(seed * 1_000 + round);
            Exchange exchange = new Exchange(random, random.nextBoolean());
            exchange.run();

            assertThat(exchange.counted())
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(exchange.plainly());
        }
    }

    private static ServedFetch served(ConversionGoal goal, Set<OrderKey> elsewhere) {
        return new ServedFetch(
                new CellDimensions(ORG, "app", "unit", "campaign", "line", "card", AdFormat.NATIVE),
                new Price(PriceModel.CPA, new Money(9, "USD")),
                ZoneOffset.UTC,
                START,
                new RotationStamp(0, 0),
                0,
                List.of(goal),
                true,
                elsewhere,
                false);
    }

    private static Claim claim(int fetch, long afterSeconds, boolean elsewhere) {
        return new Claim(id(fetch), START.plusSeconds(afterSeconds), elsewhere);
    }

    private static FetchId id(int number) {
        return new FetchId(new UUID(0x8000L, 0x8000_0000_0000_0000L | number));
    }

    /// Some fetches of one goal, the claims of its orders, and what is under way between them.
    private static final class Exchange {
        private static final int FETCHES = 5;
        private static final int ORDERS = 4;

        private final Random random;
        private final ConversionGoal goal;
        private final List<List<CountedEvent>> fetchToEvents = new ArrayList<>();
        private final List<Set<OrderKey>> fetchToElsewhere = new ArrayList<>();
        private final List<Map<OrderKey, Claim>> fetchToSaid = new ArrayList<>();
        private final Map<OrderKey, OrderClaims> orders = new HashMap<>();
        private final List<Deque<Runnable>> queues = new ArrayList<>();

        Exchange(Random random, boolean every) {
            this.random = random;
            goal =
                    new ConversionGoal(
                            "sale", Set.of("sale"), every, Duration.ZERO, Duration.ofDays(1), null);
            for (int fetch = 0; fetch < FETCHES; fetch++) {
                fetchToEvents.add(new ArrayList<>());
                fetchToElsewhere.add(new HashSet<>());
                fetchToSaid.add(new HashMap<>());
            }
            for (int queue = 0; queue < FETCHES + ORDERS; queue++) {
                queues.add(new ArrayDeque<>());
            }
        }

        void run() {
            for (int step = 0; step < 40; step++) {
                happen(random.nextInt(FETCHES));
                deliver(random.nextInt(5));
            }
            deliver(100_000);
            assertThat(queues).allMatch(Deque::isEmpty);
        }

        private void happen(int fetch) {
            List<CountedEvent> events = fetchToEvents.get(fetch);
            if (!events.isEmpty() && random.nextInt(4) == 0) {
                int index = random.nextInt(events.size());
                CountedEvent taken = events.get(index);
                events.set(index, new CountedEvent(taken.event(), taken.order(), true));
            } else {
                Instant at = START.plusSeconds(random.nextInt(50));
                String order = random.nextInt(6) == 0 ? null : "o" + random.nextInt(ORDERS);
                Converted conversion = new Converted(at, null, false, "sale", order, at);
                events.add(new CountedEvent(conversion, events.size(), false));
            }
            say(fetch);
        }

        private void deliver(int atMost) {
            for (int sent = 0; sent < atMost; sent++) {
                List<Deque<Runnable>> waiting =
                        queues.stream().filter(queue -> !queue.isEmpty()).toList();
                if (waiting.isEmpty()) {
                    return;
                }
                waiting.get(random.nextInt(waiting.size())).remove().run();
            }
        }

        private CountedFetch fetch(int fetch) {
            ServedFetch served = served(goal, fetchToElsewhere.get(fetch));
            return new CountedFetch(served, fetchToEvents.get(fetch));
        }

        /// Tells the orders what changed of the fetch's claims.
        private void say(int fetch) {
            Map<OrderKey, Claim> claims = new HashMap<>();
            fetch(fetch)
                    .claims()
                    .forEach((order, at) ->
                            claims.put(
                                    order,
                                    new Claim(
                                            id(fetch),
                                            at,
                                            fetchToElsewhere.get(fetch).contains(order))));
            Map<OrderKey, Claim> said = fetchToSaid.set(fetch, claims);
            Set<OrderKey> either = new TreeSet<>(said.keySet());
            either.addAll(claims.keySet());
            for (OrderKey order : either) {
                Claim claim = claims.get(order);
                Claim before = said.get(order);
                if (claim != null && !claim.equals(before)) {
                    hear(order, held -> held.with(claim));
                } else if (claim == null && before != null) {
                    Claim last =
                            new Claim(
                                    id(fetch),
                                    before.claimedAt(),
                                    fetchToElsewhere.get(fetch).contains(order));
                    hear(order, held -> held.withdrawn(last));
                }
            }
        }

        private void hear(OrderKey order, Function<OrderClaims, Change> what) {
            int queue = FETCHES + Math.floorMod(order.hashCode(), ORDERS);
            queues.get(queue)
                    .add(() -> {
                        Change change = what.apply(orders.getOrDefault(order, OrderClaims.NONE));
                        orders.put(order, change.after());
                        change.told().forEach(told -> tell(order, told));
                    });
        }

        private void tell(OrderKey order, Claim told) {
            int fetch = (int) (told.fetchId().uuid().getLeastSignificantBits() & 0xFF);
            queues.get(fetch)
                    .add(() -> {
                        Set<OrderKey> elsewhere = fetchToElsewhere.get(fetch);
                        boolean changed =
                                told.elsewhere() ? elsewhere.add(order) : elsewhere.remove(order);
                        if (changed) {
                            say(fetch);
                        }
                    });
        }

        /// Fetch and place of each conversion that counts.
        Set<String> counted() {
            Set<String> counted = new TreeSet<>();
            for (int fetch = 0; fetch < FETCHES; fetch++) {
                List<CountedEvent> left = left(fetch);
                List<ConversionFold.JudgedConversion> judged =
                        fetch(fetch)
                                .served()
                                .conversions()
                                .judged(left.stream().map(CountedEvent::event).toList());
                for (int index = 0; index < left.size(); index++) {
                    if (judged.get(index).counts()) {
                        counted.add(fetch + "/" + left.get(index).order());
                    }
                }
            }
            return counted;
        }

        private List<CountedEvent> left(int fetch) {
            return fetchToEvents.get(fetch).stream().filter(event -> !event.takenBack()).toList();
        }

        /// All conversions by their times, those of a fetch in their order.
        Set<String> plainly() {
            record Placed(Instant at, int fetch, long order, Converted conversion) {}
            List<Placed> all = new ArrayList<>();
            for (int fetch = 0; fetch < FETCHES; fetch++) {
                Instant latest = Instant.MIN;
                for (CountedEvent event : left(fetch)) {
                    Converted conversion = (Converted) event.event();
                    latest =
                            conversion.receivedAt().isAfter(latest)
                                    ? conversion.receivedAt()
                                    : latest;
                    all.add(new Placed(latest, fetch, event.order(), conversion));
                }
            }
            all.sort(
                    Comparator.comparing(Placed::at)
                            .thenComparingInt(Placed::fetch)
                            .thenComparingLong(Placed::order));
            Set<String> ordersReached = new HashSet<>();
            Map<Integer, Integer> fetchToReached = new LinkedHashMap<>();
            Set<String> counted = new TreeSet<>();
            for (Placed placed : all) {
                String order = placed.conversion().orderId();
                boolean first = goal.every() || !fetchToReached.containsKey(placed.fetch());
                if (first && (order == null || ordersReached.add(order))) {
                    fetchToReached.merge(placed.fetch(), 1, Integer::sum);
                    counted.add(placed.fetch() + "/" + placed.order());
                }
            }
            return counted;
        }
    }
}
