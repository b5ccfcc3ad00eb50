package io.interlude.web.limits;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final long BYTES = 900;
    private static final int PLACES = 9;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Admission admission = new Admission(Map.of(Share.OTHERS, PLACES), BYTES, meters);

    private Place enter() {
        return requireNonNull(admission.enter(Share.OTHERS), "no place");
    }

    private Place enter(Owner owner) {
        Place place = enter();
        place.belongsTo(owner);
        return place;
    }

    private double held() {
        return meters.get("http.server.memory").gauge().value();
    }

    private double underWay() {
        return meters.get("http.server.requests.in.flight").tag("share", "others").gauge().value();
    }

    private static long largest(Place place) {
        long bytes = 0;
        try {
            while (true) {
                place.take(1);
                bytes++;
            }
        } catch (OverloadedException full) {
            return bytes;
        }
    }

    @Test
    void eachKindOfOwnerHasAShareOfItsOwn() {
        assertThat(largest(enter())).as("strangers: a fifth").isEqualTo(180);
        assertThat(largest(enter(Owner.org("a")))).as("three quarters of the rest").isEqualTo(540);
        assertThat(largest(enter(Owner.tags("b")))).as("a third of the rest").isEqualTo(60);
    }

    @Test
    void anAnswerThatNoKeyAllowsHoldsNoPlaceWhileItIsSent() {
        List<Place> unread = new ArrayList<>();
        for (int i = 0; i < 2 * PLACES; i++) {
            Place place = enter();
            place.take(1);
            place.answered();
            unread.add(place);
        }
        assertThat(underWay()).isZero();
        assertThat(held()).as("bytes stay counted").isEqualTo(2 * PLACES);

        unread.forEach(Place::close);
        assertThat(underWay()).as("given back once").isZero();
        assertThat(held()).isZero();
    }

    @Test
    void anAnswerOfAnOrgHoldsItsPlaceUntilItIsSent() {
        Place place = enter(Owner.org("a"));
        place.answered();

        assertThat(underWay()).isOne();
        place.close();
        assertThat(underWay()).isZero();
    }

    @Test
    void whatTagsHoldCountsForTheirOrg() {
        long tags = largest(enter(Owner.tags("a")));
        long org = largest(enter(Owner.org("a")));

        assertThat(tags).isEqualTo(300);
        assertThat(org + tags).isEqualTo(675);
    }

    @Test
    void orgsThatTakeAllTheyCanLeaveSomeToTheOthers() {
        List<Place> hogs = List.of(enter(Owner.org("a")), enter(Owner.org("b")));
        hogs.forEach(AdmissionTest::largest);

        assertThat(largest(enter(Owner.org("c")))).isGreaterThanOrEqualTo(BYTES / 25);
    }

    @Test
    void workHoldsHalfOfAllAtMostAndCountsForItsOrg() {
        try (WorkMemory work = admission.work("a")) {
            work.take(BYTES / 2 - 1);
            work.giveBack(1);
            work.take(2);

            assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> work.take(1));
            assertThat(held()).isEqualTo(BYTES / 2);
            assertThat(largest(enter(Owner.org("a")))).as("its requests").isEqualTo(BYTES / 4);
        }
        largest(enter(Owner.org("b")));
        try (WorkMemory other = admission.work("c")) {
            assertThatExceptionOfType(OverloadedException.class)
                    .as("requests hold it")
                    .isThrownBy(() -> other.take(BYTES / 2));
        }
    }

    @Test
    void anOrgCannotTakeAllPlaces() {
        List<Place> hog = new ArrayList<>();
        assertThatExceptionOfType(OverloadedException.class)
                .isThrownBy(() -> {
                    while (true) {
                        Place place = enter();
                        hog.add(place);
                        place.belongsTo(Owner.org("hog"));
                    }
                });
        hog.removeLast().close();

        assertThat(hog).hasSize(7);
        try (Place other = enter(Owner.org("other"))) {
            other.take(BYTES / 9);
        }
        hog.forEach(Place::close);
        assertThat(underWay()).isZero();
    }

    @Test
    void aPlaceChangesItsOwnerWithAllThatItHolds() {
        Place place = enter();
        place.take(100);
        place.belongsTo(Owner.org("a"));
        assertThat(largest(enter())).as("strangers hold nothing").isEqualTo(160);

        place.close();

        assertThat(largest(enter(Owner.org("a")))).as("nor does the org").isEqualTo(555);
    }

    @Test
    void aClosedPlaceTakesNothing() {
        Place place = enter(Owner.org("a"));
        place.close();
        place.close();

        assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> place.take(1));
        place.takeAnyway(1);
        place.giveBack(1);
        assertThat(held()).isZero();
        assertThat(underWay()).isZero();
    }

    @Test
    void doesWhatIsDueWhenThePlaceIsClosed() {
        List<String> done = new ArrayList<>();
        Place place = enter();
        place.onClose(() -> done.add("first"));
        assertThat(done).isEmpty();

        place.close();
        place.close();
        place.onClose(() -> done.add("late"));

        assertThat(done).containsExactly("first", "late");
    }

    @Test
    void everythingIsGivenBackWhateverTheOrder() {
        Random random = new Random(20_26);
        List<Place> open = new ArrayList<>();
        List<Owner> owners =
                List.of(Owner.STRANGERS, Owner.org("a"), Owner.tags("a"), Owner.org("b"));
        for (int i = 0; i < 20_000; i++) {
            Place fresh = admission.enter(Share.OTHERS);
            if (fresh != null) {
                open.add(fresh);
            }
            Place place = open.get(random.nextInt(open.size()));
            try {
                switch (random.nextInt(4)) {
                    case 0 -> place.take(random.nextInt(200));
                    case 1 -> place.takeAnyway(random.nextInt(20));
                    case 2 -> place.belongsTo(owners.get(random.nextInt(owners.size())));
                    default -> {
                        open.remove(place);
                        place.close();
                    }
                }
            } catch (OverloadedException full) {
                assertThat(full).hasMessageContaining("our requests");
            }
            if (open.isEmpty()) {
                assertThat(held()).isZero();
                assertThat(underWay()).isZero();
                open.add(enter());
            }
        }
        open.forEach(Place::close);
        assertThat(held()).isZero();
        assertThat(underWay()).isZero();
        assertThat(meters.get("http.server.memory.refused").counters())
                .anySatisfy(refused -> assertThat(refused.count()).isPositive());
    }
}
