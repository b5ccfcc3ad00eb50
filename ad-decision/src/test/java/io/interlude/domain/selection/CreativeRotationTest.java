package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.rotation.RotationStamp;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CreativeRotationTest {
    private static final FrequencyCap ONCE = new FrequencyCap(1, null, CapScope.CREATIVE);

    @ParameterizedTest
    @EnumSource(RotationMode.class)
    void creativeThatItsCapHoldsBackIsNeverServed(RotationMode mode) {
        PreparedCatalogue catalogue =
                new Bookings()
                        .with(aLineItem("a").rotates(mode).caps(ONCE), "a1", "a2", "a3")
                        .prepare();

        assertThat(
                        served(seed ->
                                new Requests()
                                        .served(CapScope.LINE_ITEM, "a", (int) seed % 5)
                                        .served(CapScope.CREATIVE, "a2", 1)
                                        .seed(seed)
                                        .of(catalogue)))
                .contains("a1", "a3")
                .doesNotContain("a2");
    }

    @ParameterizedTest
    @EnumSource(RotationMode.class)
    void decisionCarriesTheStampOfItsRotation(RotationMode mode) {
        SelectionOutcome outcome =
                new Requests().of(new Bookings().with(aLineItem("a").rotates(mode), "a1", "a2"));

        assertThat(((SelectionOutcome.Served) outcome).rotation()).isEqualTo(RotationStamp.START);
    }

    @Test
    void sequenceOverWhatACapHoldsBackGoesOnInOrder() {
        PreparedCatalogue catalogue =
                new Bookings()
                        .with(
                                aLineItem("a").rotates(RotationMode.SEQUENTIAL).caps(ONCE),
                                "a1",
                                "a2",
                                "a3")
                        .prepare();

        assertThat(
                        served(
                                new Requests()
                                        .served(CapScope.LINE_ITEM, "a", 1)
                                        .served(CapScope.CREATIVE, "a2", 1)
                                        .of(catalogue)))
                .isEqualTo("a3");
    }

    private static Stream<String> served(LongFunction<SelectionOutcome> decide) {
        return LongStream.range(0, 60).mapToObj(decide).map(CreativeRotationTest::served);
    }

    private static String served(SelectionOutcome outcome) {
        return ((SelectionOutcome.Served) outcome).creative().id().value();
    }
}
