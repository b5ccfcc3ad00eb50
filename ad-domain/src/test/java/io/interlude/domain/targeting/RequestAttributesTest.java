package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.number.NumberBounds;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestAttributesTest {
    private static final int ALIKE = 15;

    /// Of the same hash for each number.
    private static String name(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < ALIKE; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    @Test
    void namesOfOneHashTakeNoSquareOfTheirNumber() {
        Map<String, AttributeValue> values = new HashMap<>();
        for (int i = 0; i < 1 << ALIKE; i++) {
            values.put(name(i), new AttributeValue.Flag(true));
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

        RequestAttributes attributes = RequestAttributes.of(values);

        long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        assertThat(attributes.values()).hasSize(1 << ALIKE);
        assertThat(nanos).isLessThan(1_000_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "007",
                "-1",
                "+1.50",
                ".5",
                "5.",
                "1e3",
                "1E-3",
                "1e003",
                "0e0",
                "1e308",
                "1e309",
                "1e-400",
                "1e9999",
                "1e99999999999",
                "1e",
                "e1",
                "+",
                "-.",
                ".",
                "--1",
                "1.2.3",
                "1 ",
                " 1",
                "",
                "0x1",
                "1f",
                "NaN",
                "123456789012345678901234567890",
                "0.000000000000000000000000000001e320"
            })
    void aTextIsANumberWhereItSpellsAnAcceptedOne(String text) {
        BigDecimal number = Operand.of(text).number;

        assertThat(number)
                .isEqualTo(NumberBounds.parse(text).map(Operand::withoutZeros).orElse(null));
    }

    @Test
    void readsWhatIsAskedForOnce() {
        RequestAttributes attributes =
                RequestAttributes.of(
                        Map.of("several", new AttributeValue.Texts(List.of("a", "b", "A"))));

        Operands several = attributes.operands("several");

        assertThat(several).isNotNull().isSameAs(attributes.operands("several"));
        assertThat(attributes.operands("none")).isNull();
        assertThat(RequestAttributes.NONE.operands("none")).isNull();
    }
}
