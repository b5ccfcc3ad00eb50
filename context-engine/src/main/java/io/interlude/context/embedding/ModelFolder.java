package io.interlude.context.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A folder with a sentence transformer as its authors publish it: `model.onnx`, `tokenizer.json`,
/// and, where there are any, `modules.json`, `1_Pooling/config.json` and
/// `sentence_bert_config.json`.
///
/// @param maxTokens of a text that are read, with the marks around it
/// @param sha256 of `model.onnx`, in hexadecimal digits
/// @param contentSha256 of all files that have a say
public record ModelFolder(
        Path model,
        Path tokenizer,
        Pooling pooling,
        int maxTokens,
        String sha256,
        String contentSha256) {
    /// A model file is no larger; weights beside it may be.
    static final long MOST_MODEL_BYTES = 2L << 30;

    static final long MOST_TOKENIZER_BYTES = 64L << 20;
    private static final long MOST_CONFIGURATION_BYTES = 1L << 20;

    /// More of a turn costs more than it tells, whatever the model could read.
    private static final int MOST_TOKENS = 128;

    private static final int FEWEST_TOKENS = 8;

    /// Looks into the folder.
    ///
    /// @throws UnusableReaderException if something is missing, too large or not understood
    public static ModelFolder read(Path folder) {
        Path model = require(folder.resolve("model.onnx"), MOST_MODEL_BYTES);
        Path tokenizer = require(folder.resolve("tokenizer.json"), MOST_TOKENIZER_BYTES);
        List<Path> files = new ArrayList<>(List.of(model, tokenizer));
        addIfThere(folder.resolve("model.onnx_data"), files);
        Path pooling = poolingFile(folder, files);
        Path length = folder.resolve("sentence_bert_config.json");
        addIfThere(pooling, files);
        addIfThere(length, files);
        return new ModelFolder(
                model,
                tokenizer,
                Files.exists(pooling) ? pooling(pooling) : Pooling.MEAN,
                Files.exists(length) ? maxTokens(length) : MOST_TOKENS,
                digest(List.of(model)),
                digest(files));
    }

    private static Path require(Path file, long mostBytes) {
        try {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new UnusableReaderException(file + " is no file that can be read");
            }
            if (Files.size(file) > mostBytes) {
                throw new UnusableReaderException(
                        file + " has more than " + (mostBytes >> 20) + " MiB");
            }
            return file;
        } catch (IOException _) {
            throw new UnusableReaderException(file + " cannot be read");
        }
    }

    private static void addIfThere(Path file, List<Path> files) {
        if (Files.exists(file)) {
            files.add(file);
        }
    }

    /// Where the module that pools says how. Other modules but normalisation, which is done to all
    /// vectors, would be left out, so they are refused.
    private static Path poolingFile(Path folder, List<Path> files) {
        Path file = folder.resolve("modules.json");
        Path pooling = folder.resolve("1_Pooling");
        if (!Files.exists(file)) {
            return pooling.resolve("config.json");
        }
        files.add(file);
        for (JsonNode module : json(file)) {
            String type = module.path("type").asString("");
            String name = type.substring(type.lastIndexOf('.') + 1);
            switch (name) {
                case "Transformer", "Normalize" -> {}
                case "Pooling" -> pooling = inside(folder, module.path("path").asString(""), file);
                default ->
                        throw new UnusableReaderException(
                                file
                                        + " names a module other than Transformer,"
                                        + " Pooling and Normalize");
            }
        }
        return pooling.resolve("config.json");
    }

    private static Path inside(Path folder, String name, Path file) {
        if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
            throw new UnusableReaderException(file + " names no folder for its pooling");
        }
        return folder.resolve(name);
    }

    private static Pooling pooling(Path file) {
        JsonNode json = json(file);
        List<String> modes = new ArrayList<>();
        if (json.path("pooling_mode").isString()) {
            modes.add(json.path("pooling_mode").stringValue());
        }
        json.properties()
                .forEach(property -> {
                    String name = property.getKey();
                    if (name.startsWith("pooling_mode_") && property.getValue().asBoolean(false)) {
                        modes.add(
                                name.replaceFirst("pooling_mode_", "")
                                        .replaceFirst("_tokens?$", ""));
                    }
                });
        if (modes.isEmpty()) {
            return Pooling.MEAN;
        }
        for (Pooling pooling : Pooling.values()) {
            if (modes.equals(List.of(pooling.name().toLowerCase(Locale.ROOT)))) {
                return pooling;
            }
        }
        throw new UnusableReaderException(
                file + " asks for another pooling than one of cls, mean, max and lasttoken");
    }

    private static int maxTokens(Path file) {
        int length = json(file).path("max_seq_length").asInt(MOST_TOKENS);
        if (length < FEWEST_TOKENS) {
            throw new UnusableReaderException(
                    file + " allows less than " + FEWEST_TOKENS + " tokens");
        }
        return Math.min(length, MOST_TOKENS);
    }

    private static JsonNode json(Path file) {
        require(file, MOST_CONFIGURATION_BYTES);
        try {
            return JsonMapper.shared().readTree(Files.readString(file, UTF_8));
        } catch (IOException | JacksonException _) {
            throw new UnusableReaderException(file + " is no JSON");
        }
    }

    private static String digest(List<Path> files) {
        try {
            MessageDigest digest = Sha256.digest();
            for (Path file : files) {
                try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
