package io.interlude.journal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.schema.RenderFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenderFormatCodecTest {
    @ParameterizedTest
    @EnumSource
    void readsWhatItWrites(AdFormat format) {
        RenderFormat written = RenderFormatCodec.write(format);

        assertThat(RenderFormatCodec.read(written)).isEqualTo(format);
        assertThat(RenderFormatCodec.find(written)).contains(format);
        assertThat(RenderFormatCodec.name(written)).isEqualTo(format.wireName());
        assertThat(RenderFormatCodec.named(format.wireName())).isEqualTo(written);
    }

    @Test
    void findsNothingInAFormatOfALaterVersion() {
        assertThat(RenderFormatCodec.find(RenderFormat.UNKNOWN)).isEmpty();
        assertThat(RenderFormatCodec.name(RenderFormat.UNKNOWN)).isEmpty();
        assertThat(RenderFormatCodec.named("")).isEqualTo(RenderFormat.UNKNOWN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RenderFormatCodec.read(RenderFormat.UNKNOWN))
                .withMessage("unknown format");
    }
}
