package io.interlude.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchIdTest {
    private static final String TEXT = "native-0195a3b4-c5d6-8007-9abc-0123456789ef";

    @Test
    void readsTheFormThatItWrites() {
        FetchId fetchId = FetchId.parse(TEXT).orElseThrow();

        assertThat(fetchId).hasToString(TEXT);
        assertThat(fetchId.partition()).isEqualTo(7);
        assertThat(fetchId.madeAt()).isEqualTo(Instant.ofEpochMilli(0x0195_a3b4_c5d6L));
        assertThat(FetchId.parse("native-" + TEXT.substring(7).toUpperCase(Locale.ROOT)))
                .contains(fetchId);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "native-",
                "0195a3b4-c5d6-8007-9abc-0123456789ef",
                "Native-0195a3b4-c5d6-8007-9abc-0123456789ef",
                "native-0195a3b4-c5d6-7007-9abc-0123456789ef",
                "native-0195a3b4-c5d6-8007-7abc-0123456789ef",
                "native-0195a3b4-c5d6-8007-cabc-0123456789ef",
                "native-0195a3b4-c5d6-8007-9abc-0123456789e",
                "native-0195a3b4-c5d6-8007-9abc-0123456789eff",
                "native-0195a3b4-c5d6-8007-9abc-0123456789eg",
                "native-0195a3b4c-5d6-8007-9abc-0123456789ef",
                "native-195a3b4-c5d6-8007-9abc-00123456789ef",
                "native--195a3b4-c5d6-8007-9abc-0123456789ef",
                "native-+195a3b4-c5d6-8007-9abc-0123456789ef",
                "native-0195a3b4-c5d6-8007-9abc-0123456789é"
            })
    void refusesEveryOther(String text) {
        assertThat(FetchId.parse(text)).isEmpty();
    }
}
