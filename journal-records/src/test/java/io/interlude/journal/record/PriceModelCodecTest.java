package io.interlude.journal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.money.PriceModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PriceModelCodecTest {
    @ParameterizedTest
    @EnumSource
    void readsWhatItWrites(PriceModel model) {
        assertThat(PriceModelCodec.read(PriceModelCodec.write(model))).isEqualTo(model);
    }

    @Test
    void refusesAModelOfALaterVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PriceModelCodec.read(io.interlude.schema.PriceModel.UNKNOWN))
                .withMessage("unknown price model");
    }
}
