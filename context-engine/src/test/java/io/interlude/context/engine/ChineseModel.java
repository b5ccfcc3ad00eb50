package io.interlude.context.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// bge-small-zh-v1.5 with 8-bit weights, as a folder that its user would have.
final class ChineseModel {
    private ChineseModel() {}

    static Path unpackInto(Path folder) {
        try {
            unpack("/bge-small-zh-v1.5-q.onnx", folder.resolve("model.onnx"));
            unpack("/bge-small-zh-v1.5-q-tokenizer.json", folder.resolve("tokenizer.json"));
            Files.createDirectory(folder.resolve("1_Pooling"));
            Files.writeString(
                    folder.resolve("1_Pooling/config.json"),
                    "{\"word_embedding_dimension\": 512, \"pooling_mode_cls_token\": true,"
                            + " \"pooling_mode_mean_tokens\": false}");
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(String resource, Path file) throws IOException {
        try (InputStream packed = ChineseModel.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("not on the class path: " + resource);
            }
            Files.copy(packed, file);
        }
    }
}
