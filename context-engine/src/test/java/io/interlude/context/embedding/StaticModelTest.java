package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class StaticModelTest {
    private static final float[][] VECTORS = {{1, -0.5f, 0.25f}, {0, 0, 0}, {3, 2, 1}};

    @Test
    void keepsVectorsToWithinAStep() {
        StaticModel model = StaticModel.quantize(VECTORS);
        float[] sum = new float[3];

        model.addTo(sum, 2, 0.5f);

        assertThat(sum[0]).isBetween(1.49f, 1.51f);
        assertThat(sum[1]).isBetween(0.98f, 1.02f);
        assertThat(sum[2]).isBetween(0.48f, 0.52f);
        assertThat(model.knows(1)).isFalse();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        byte[] file = bytes(StaticModel.quantize(VECTORS));

        assertThat(bytes(StaticModel.read(new ByteArrayInputStream(file)))).isEqualTo(file);
    }

    @Test
    void refusesADamagedFile() throws IOException {
        byte[] file = bytes(StaticModel.quantize(VECTORS));
        file[20] ^= 1;

        assertThatThrownBy(() -> StaticModel.read(new ByteArrayInputStream(file)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("checksum");
    }

    private static byte[] bytes(StaticModel model) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        model.write(file);
        return file.toByteArray();
    }
}
