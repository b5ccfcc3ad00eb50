package io.interlude.benchmark.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenFetchesTest {
    @TempDir private Path folder;

    private final WrittenFetches written = new WrittenFetches(10);

    @Test
    void anAnswerShowsWhatIsAppliedAndNoMoreThanWasSent() {
        written.sending(3);
        written.written(3, 70);
        written.sending(3);
        written.written(3, 90);
        written.sending(3);

        assertThat(written.least(3, 70)).isEqualTo(1);
        assertThat(written.least(3, 71)).isEqualTo(2);
        assertThat(written.least(3, 91)).isEqualTo(3);
        assertThat(written.most(3)).isEqualTo(4);
        assertThat(written.least(4, 91)).isEqualTo(1);
        assertThat(written.most(4)).isEqualTo(1);
        assertThat(written.total()).isEqualTo(13);
    }

    @Test
    void anotherRunGoesOnWithIt() throws IOException {
        written.sending(3);
        written.written(3, 70);
        Path file = folder.resolve("written");
        written.save(file);

        WrittenFetches loaded = WrittenFetches.load(file);

        assertThat(loaded.subscribers()).isEqualTo(10);
        assertThat(loaded.total()).isEqualTo(11);
        assertThat(loaded.least(3, 71)).isEqualTo(2);
        assertThat(loaded.most(3)).isEqualTo(2);
    }
}
