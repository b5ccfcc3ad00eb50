package io.interlude.context.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.appropriateness.Example;
import io.interlude.context.appropriateness.FittedJudges;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.language.ReadLanguages;
import io.interlude.context.relevance.ContextWeights;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An embedder that did not ship, with what was learned for it from the examples that do: judges of
/// moments and needs, and how its cosines are read. It is learned once and then kept in a file,
/// whose name and content depend on the model, the languages and [#VERSION] alone.
public final class FittedReader {
    private static final Logger LOG = LoggerFactory.getLogger(FittedReader.class);

    /// Counts up when the examples, or how they are learned from, change.
    private static final int VERSION = 1;

    private static final int DIGEST_BYTES = 32;
    private static final long MOST_BYTES = 16 << 20;

    private final Embedder embedder;
    private final ReadLanguages languages;
    private final FittedJudges judges;
    private final RelevanceScale scale;

    private FittedReader(
            Embedder embedder, ReadLanguages languages, FittedJudges judges, RelevanceScale scale) {
        this.embedder = embedder;
        this.languages = languages;
        this.judges = judges;
        this.scale = scale;
    }

    /// Takes what was learned from its file, or learns and writes it, which takes a minute or more
    /// and tells the log what is done.
    ///
    /// @param contentSha256 of what makes the embedder's vectors
    /// @param folder where the file is, or will be
    public static FittedReader load(
            Embedder embedder,
            String contentSha256,
            ReadLanguages languages,
            ContextModels models,
            Path folder) {
        Path file = folder.resolve("reader-" + key(contentSha256, languages) + ".bin");
        FittedReader known = read(file, embedder, languages);
        if (known != null) {
            LOG.info("context.reader-fitted file={}", file.getFileName());
            return known;
        }
        long start = System.nanoTime();
        LOG.info("context.reader-fitting step=started");
        FittedReader fitted = fit(embedder, languages, models);
        fitted.write(file);
        LOG.info(
                "context.reader-fitted file={} threshold={} factor={} shift={} millis={}",
                file.getFileName(),
                fitted.judges.threshold(),
                fitted.scale.factor(),
                fitted.scale.shift(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        return fitted;
    }

    private static FittedReader fit(
            Embedder embedder, ReadLanguages languages, ContextModels models) {
        ContextWeights weights = ContextWeights.TRANSFORMER;
        FittedJudges judges =
                FittedJudges.fit(
                        embedder,
                        weights,
                        languages,
                        models.tokenizer(),
                        step -> LOG.info("context.reader-fitting step={}", step));
        return new FittedReader(embedder, languages, judges, scale(embedder, languages, models));
    }

    private static RelevanceScale scale(
            Embedder embedder, ReadLanguages languages, ContextModels models) {
        Opinion fast = models.byStatic();
        List<Example> english = Example.loadNeeds(ReadLanguages.ENGLISH);
        List<Example> read =
                Example.loadNeeds(languages).stream()
                        .filter(example -> languages.contains(example.language()))
                        .toList();
        return RelevanceScale.Points.of(
                        read.isEmpty() ? english : read,
                        embedder,
                        ContextWeights.TRANSFORMER,
                        models.words())
                .to(
                        RelevanceScale.Points.of(
                                english, fast.embedder(), fast.weights(), models.words()));
    }

    private static String key(String contentSha256, ReadLanguages languages) {
        String all = contentSha256 + new TreeSet<>(languages.tags()) + VERSION;
        return HexFormat.of().formatHex(digest(all.getBytes(UTF_8), 0), 0, DIGEST_BYTES / 2);
    }

    private static byte[] digest(byte[] bytes, int from) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, from, bytes.length - from);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Null when there is none, or not the whole of it.
    private static @Nullable FittedReader read(
            Path file, Embedder embedder, ReadLanguages languages) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return null;
            }
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length < DIGEST_BYTES
                    || !Arrays.equals(
                            digest(bytes, DIGEST_BYTES), Arrays.copyOf(bytes, DIGEST_BYTES))) {
                LOG.warn("context.reader-file-damaged file={}", file.getFileName());
                return null;
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            in.skipNBytes(DIGEST_BYTES);
            RelevanceScale scale = new RelevanceScale(in.readDouble(), in.readDouble());
            FittedJudges judges = FittedJudges.read(in);
            return judges.takes(embedder.dimensions())
                    ? new FittedReader(embedder, languages, judges, scale)
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The file appears whole or not at all.
    private void write(Path file) {
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            content.writeBytes(new byte[DIGEST_BYTES]);
            DataOutputStream out = new DataOutputStream(content);
            out.writeDouble(scale.factor());
            out.writeDouble(scale.shift());
            judges.write(out);
            byte[] bytes = content.toByteArray();
            System.arraycopy(digest(bytes, DIGEST_BYTES), 0, bytes, 0, DIGEST_BYTES);
            Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
            Path unfinished = Files.createTempFile(folder, "reader-", ".new");
            Files.write(unfinished, bytes);
            Files.move(
                    unfinished,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("what was learned cannot be kept", e);
        }
    }

    Opinion opinion(ContextModels models) {
        return new Opinion(
                embedder,
                ContextWeights.TRANSFORMER,
                judges.classifier(embedder, models.tokenizer()),
                judges.need(embedder));
    }

    /// How its cosines are read.
    public RelevanceScale scale() {
        return scale;
    }

    /// Those that it reads.
    public ReadLanguages languages() {
        return languages;
    }
}
