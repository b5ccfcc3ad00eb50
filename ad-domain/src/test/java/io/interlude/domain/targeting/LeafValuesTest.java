package io.interlude.domain.targeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.targeting.AttributeValue.Numeric;
import io.interlude.domain.targeting.AttributeValue.Text;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The memory that values take beside those of the tree, of which an org may book a million.
class LeafValuesTest {
    @Test
    void sharesWhatNeedsNoFolding() {
        Text text = new Text(new String("pro"));
        Numeric number = new Numeric(new BigDecimal("12.5"));

        LeafValues values = new LeafValues(List.of(text, number));

        assertThat(values.texts().getFirst()).isSameAs(text.text());
        assertThat(values.numbers().getFirst()).isSameAs(number.number());
    }

    @Test
    void keepsEachValueOnce() {
        LeafValues values =
                new LeafValues(
                        List.of(
                                new Text("Pro"),
                                new Text("pro"),
                                new Numeric(new BigDecimal("1.0")),
                                new Numeric(new BigDecimal("1"))));

        assertThat(values.texts()).containsExactly("pro");
        assertThat(values.numbers()).containsExactly(BigDecimal.ONE);
        assertThat(values.size()).isEqualTo(2);
    }
}
