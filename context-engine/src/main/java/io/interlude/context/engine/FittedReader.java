package io.interlude.context.engine;

import io.interlude.context.appropriateness.Example;
import io.interlude.context.appropriateness.FittedJudges;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.HttpEmbedder;
import io.interlude.context.embedding.PatientEmbedder;
import io.interlude.context.embedding.ReaderUnavailableException;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.language.ReadLanguages;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.domain.digest.Sha256;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An embedder that did not ship, with what was learned for it from the examples that do: judges of
/// moments and needs, and how its cosines are read. It is learned once and then kept in a file,
/// whose name and content depend on the model, the languages and [#VERSION] alone. Of a model that
/// is known by its name only, the file also has what it makes of a few texts: another model behind
/// the same name is learned for anew.
public final class FittedReader {
    private static final Logger LOG = LoggerFactory.getLogger(FittedReader.class);

    /// Counts up when the examples, or how they are learned from, change.
    private static final int VERSION = 2;

    private static final int DIGEST_BYTES = 32;
    private static final long MOST_BYTES = 16 << 20;

    /// Texts that tell models apart.
    private static final List<String> PROBE =
            List.of(
                    "a table for two by the window, please",
                    "my order has not come yet and nobody answers",
                    "which tyres are best for wet roads?",
                    "a short poem about the sea at night",
                    "ein ruhiges Zimmer mit Blick auf den See",
                    "un billete de tren para mañana por la tarde",
                    "周末想去山里走走");

    /// The least cosine of two readings of a text by one model. Batches and processors make a
    /// model's vectors differ by less.
    private static final double ALIKE = 0.99;

    private final Embedder embedder;
    private final ReadLanguages languages;
    private final Learned learned;

    private FittedReader(Embedder embedder, ReadLanguages languages, Learned learned) {
        this.embedder = embedder;
        this.languages = languages;
        this.learned = learned;
    }

    /// The file's content.
    ///
    /// @param probe embeddings of [#PROBE]; empty if the model is known by its digest
    record Learned(RelevanceScale scale, FittedJudges judges, List<Embedding> probe) {
        private boolean isOf(List<Embedding> others) {
            return probe.size() == others.size()
                    && IntStream.range(0, probe.size())
                            .allMatch(i -> probe.get(i).similarity(others.get(i)) >= ALIKE);
        }
    }

    /// Reads the learned scale and judges from their file, or learns and writes them, which takes a
    /// minute or more and tells the log what is done.
    ///
    /// @param contentSha256 of what makes the embedder's vectors
    /// @param folder the file's folder
    public static FittedReader load(
            Embedder embedder,
            String contentSha256,
            ReadLanguages languages,
            ContextModels models,
            Path folder) {
        Learned learned = learned(embedder, contentSha256, List.of(), languages, models, folder);
        return new FittedReader(embedder, languages, learned);
    }

    /// The same for an endpoint, which is waited for as long as need be.
    ///
    /// @param patient reads the examples; its closing ends the wait
    /// @throws ReaderUnavailableException once `patient` is closed
    public static FittedReader load(
            HttpEmbedder.Endpoint endpoint,
            PatientEmbedder patient,
            ReadLanguages languages,
            ContextModels models,
            Path folder) {
        List<Embedding> probe =
                patient.embedAll(
                        PROBE.stream().map(text -> List.of(new WeightedText(text, 1))).toList());
        String name = endpoint.model() + '\n' + patient.dimensions();
        Learned learned = learned(patient, name, probe, languages, models, folder);
        return new FittedReader(
                new HttpEmbedder(endpoint, patient.dimensions()), languages, learned);
    }

    private static Learned learned(
            Embedder embedder,
            String name,
            List<Embedding> probe,
            ReadLanguages languages,
            ContextModels models,
            Path folder) {
        Path file = folder.resolve("reader-" + key(name, languages) + ".bin");
        Learned known = read(file, embedder.dimensions());
        if (known != null && known.isOf(probe)) {
            LOG.info("context.reader-fitted file={}", file.getFileName());
            return known;
        }
        long start = System.nanoTime();
        report(known == null ? "started" : "started anew, as the model is another");
        FittedJudges judges =
                FittedJudges.fit(
                        embedder,
                        ContextWeights.TRANSFORMER,
                        languages,
                        models.tokenizer(),
                        FittedReader::report);
        Learned fitted = new Learned(scale(embedder, languages, models), judges, probe);
        write(fitted, file);
        LOG.info(
                "context.reader-fitted file={} threshold={} factor={} shift={} millis={}",
                file.getFileName(),
                judges.threshold(),
                fitted.scale().factor(),
                fitted.scale().shift(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        return fitted;
    }

    /// Tells the log how far it is.
    public static void report(String step) {
        LOG.info("context.reader-fitting step={}", step);
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

    private static String key(String name, ReadLanguages languages) {
        String all = name + new TreeSet<>(languages.tags()) + VERSION;
        return HexFormat.of().formatHex(Sha256.of(all), 0, DIGEST_BYTES / 2);
    }

    /// Of what follows the place of a digest.
    private static byte[] digest(byte[] bytes) {
        MessageDigest digest = Sha256.digest();
        digest.update(bytes, DIGEST_BYTES, bytes.length - DIGEST_BYTES);
        return digest.digest();
    }

    /// Null when there is none, or not the whole of it.
    private static @Nullable Learned read(Path file, int dimensions) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return null;
            }
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length < DIGEST_BYTES
                    || !Arrays.equals(digest(bytes), Arrays.copyOf(bytes, DIGEST_BYTES))) {
                LOG.warn("context.reader-file-damaged file={}", file.getFileName());
                return null;
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            in.skipNBytes(DIGEST_BYTES);
            RelevanceScale scale = new RelevanceScale(in.readDouble(), in.readDouble());
            FittedJudges judges = FittedJudges.read(in);
            List<Embedding> probe = new ArrayList<>();
            while (in.available() > 0) {
                probe.add(Embedding.read(in, dimensions));
            }
            return judges.takes(dimensions) ? new Learned(scale, judges, probe) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The file appears whole or not at all.
    private static void write(Learned learned, Path file) {
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            content.writeBytes(new byte[DIGEST_BYTES]);
            DataOutputStream out = new DataOutputStream(content);
            out.writeDouble(learned.scale().factor());
            out.writeDouble(learned.scale().shift());
            learned.judges().write(out);
            for (Embedding reading : learned.probe()) {
                reading.write(out);
            }
            byte[] bytes = content.toByteArray();
            System.arraycopy(digest(bytes), 0, bytes, 0, DIGEST_BYTES);
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
                learned.judges().classifier(embedder, models.tokenizer()),
                learned.judges().need(embedder));
    }

    /// The scale of its cosines.
    public RelevanceScale scale() {
        return learned.scale();
    }

    /// Those that it reads.
    public ReadLanguages languages() {
        return languages;
    }
}
