package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFolderTest {
    @TempDir private Path folder;

    @BeforeEach
    void fill() throws IOException {
        write("model.onnx", "a model");
        write("tokenizer.json", "{}");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void takesTheMeanWithoutAConfiguration() {
        ModelFolder read = ModelFolder.read(folder);

        assertThat(read.pooling()).isEqualTo(Pooling.MEAN);
        assertThat(read.maxTokens()).isEqualTo(128);
        assertThat(read.sha256()).hasSize(64);
    }

    @Test
    void readsPoolingAndLengthWhereTheModulesSay() throws IOException {
        write(
                "modules.json",
                """
                [{"path": "", "type": "sentence_transformers.models.Transformer"},
                 {"path": "2_Pool", "type": "sentence_transformers.models.Pooling"},
                 {"path": "3", "type": "sentence_transformers.models.Normalize"}]\
                """);
        write("2_Pool/config.json", "{\"pooling_mode_cls_token\": true}");
        write("sentence_bert_config.json", "{\"max_seq_length\": 64}");

        ModelFolder read = ModelFolder.read(folder);

        assertThat(read.pooling()).isEqualTo(Pooling.CLS);
        assertThat(read.maxTokens()).isEqualTo(64);
    }

    @Test
    void isAnotherOneWhenAnyFileChanges() throws IOException {
        String before = ModelFolder.read(folder).contentSha256();
        write("1_Pooling/config.json", "{\"pooling_mode_max_tokens\": true}");

        assertThat(ModelFolder.read(folder).contentSha256()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "modules.json, '[{\"type\": \"sentence_transformers.models.Dense\"}]'",
                "modules.json, '[{\"type\": \"m.Pooling\", \"path\": \"../out\"}]'",
                "1_Pooling/config.json, '{\"pooling_mode_weightedmean_tokens\": true}'",
                "1_Pooling/config.json, 'no json'",
                "sentence_bert_config.json, '{\"max_seq_length\": 2}'"
            })
    void namesTheFileThatItDoesNotUnderstand(String name, String text) throws IOException {
        write(name, text);

        assertThatThrownBy(() -> ModelFolder.read(folder))
                .isInstanceOf(UnusableReaderException.class)
                .hasMessageContaining(folder.resolve(name).toString());
    }

    @Test
    void namesTheTokenizerOrTheModelThatIsNone() throws IOException {
        ModelFolder noTokenizer = ModelFolder.read(folder);
        assertThatThrownBy(() -> OnnxEmbedder.load(noTokenizer, 1))
                .isInstanceOf(UnusableReaderException.class)
                .hasMessageContaining("tokenizer.json");

        write(
                "tokenizer.json",
                """
                {"version": "1.0", "added_tokens": [], "model":
                 {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}}\
                """);
        ModelFolder noModel = ModelFolder.read(folder);
        assertThatThrownBy(() -> OnnxEmbedder.load(noModel, 1))
                .isInstanceOf(UnusableReaderException.class)
                .hasMessageContaining("model.onnx");
    }
}
