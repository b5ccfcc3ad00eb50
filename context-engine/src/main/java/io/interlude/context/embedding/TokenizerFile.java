package io.interlude.context.embedding;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The tokenizer that a `tokenizer.json` describes, run by the Rust library of Hugging Face, which
/// comes with the class path.
///
/// By itself that library reports its use to its authors and keeps its natives in the home folder.
/// Here it does neither: the natives are unpacked into a folder that is deleted as soon as they are
/// loaded.
final class TokenizerFile implements AutoCloseable {
    private static final String FOLDER_PROPERTY = "ENGINE_CACHE_DIR";
    private static final Object LOADING = new Object();

    private final HuggingFaceTokenizer tokenizer;

    private TokenizerFile(HuggingFaceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /// @throws UnusableReaderException if the file describes no tokenizer
    static TokenizerFile load(Path file) {
        synchronized (LOADING) {
            System.setProperty("OPT_OUT_TRACKING", "true");
            System.setProperty("ai.djl.offline", "true");
            try {
                Path folder = Files.createTempDirectory("interlude-tokenizer");
                System.setProperty(FOLDER_PROPERTY, folder.toString());
                try {
                    return new TokenizerFile(open(file));
                } finally {
                    System.clearProperty(FOLDER_PROPERTY);
                    delete(folder);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the tokenizer cannot be unpacked", e);
            }
        }
    }

    private static HuggingFaceTokenizer open(Path file) {
        try {
            return HuggingFaceTokenizer.builder()
                    .optTokenizerPath(file)
                    .optTruncation(false)
                    .optPadding(false)
                    .optAddSpecialTokens(true)
                    .build();
        } catch (IOException | RuntimeException _) {
            throw new UnusableReaderException(file + " is no tokenizer that can be read");
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path each : innermostFirst) {
                Files.delete(each);
            }
        }
    }

    /// A text as its model takes it in.
    static final class Ids {
        private final long[] ids;
        private final long[] types;

        private Ids(long[] ids, long[] types) {
            this.ids = ids;
            this.types = types;
        }

        boolean isEmpty() {
            return ids.length == 0;
        }

        /// Numbers of the tokens.
        long[] ids() {
            return ids;
        }

        /// Which part of the input each belongs to.
        long[] types() {
            return types;
        }
    }

    /// The last tokens of a text, between those that mark its beginning and its end. Empty without
    /// a token of the text's own.
    ///
    /// @param most tokens, with the marks
    Ids read(String text, int most) {
        Encoding encoding = encode(text);
        long[] ids = encoding.getIds();
        long[] types = encoding.getTypeIds();
        long[] marks = encoding.getSpecialTokenMask();
        int first = 0;
        while (first < ids.length && marks[first] == 1) {
            first++;
        }
        int end = ids.length;
        while (end > first && marks[end - 1] == 1) {
            end--;
        }
        if (first == end) {
            return new Ids(new long[0], new long[0]);
        }
        int closing = ids.length - end;
        int from = Math.max(first, end - Math.max(1, most - first - closing));
        return new Ids(without(ids, first, from), without(types, first, from));
    }

    private Encoding encode(String text) {
        try {
            return tokenizer.encode(text);
        } catch (RuntimeException _) {
            throw new ReaderUnavailableException("the tokenizer did not read");
        }
    }

    /// The values but for those from `first` to before `from`.
    private static long[] without(long[] values, int first, int from) {
        long[] left = new long[values.length - (from - first)];
        System.arraycopy(values, 0, left, 0, first);
        System.arraycopy(values, from, left, first, values.length - from);
        return left;
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
