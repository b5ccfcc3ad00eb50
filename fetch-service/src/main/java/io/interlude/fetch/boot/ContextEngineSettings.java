package io.interlude.fetch.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.embedding.HttpEmbedder;
import io.interlude.context.embedding.ModelFolder;
import io.interlude.context.embedding.UnusableReaderException;
import io.interlude.web.settings.InvalidSettingsException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.context.*`.
///
/// @param embedder `static` reads a context in microseconds, `transformer` better, in milliseconds;
///   `cascade`, the default, asks the transformer where it could come to another answer, `http` an
///   endpoint, `onnx` a model in a folder
/// @param transformerThreads contexts that the transformer, the endpoint or the model reads at a
///   time, one thread each, from 1
/// @param transformerBudget longest wait of a fetch for them, up to 2 s; after that the static
///   embedder reads. Null for 20 ms in a cascade and 100 ms otherwise
/// @param appropriateness true to decline sensitive moments
/// @param endpoint http or https address of an OpenAI-compatible embeddings resource
/// @param model the endpoint's name of its model; with `onnx` the folder with the model's files
/// @param modelSha256 required digest of the folder's `model.onnx`; null for any
/// @param languages BCP 47 primary tags of the languages that the reader reads, or `*`; all but
///   `onnx` and `http` read `en` alone
/// @param folder of the files learned for the model
/// @param apiKeyFile file with the endpoint's key; null to send none
/// @param minRelevance lowest similarity by `http` at which a line item serves that names none of
///   its own, -1 to 1; null to bring the model's similarities to the scale of the other readers
record ContextEngineSettings(
        @DefaultValue("cascade") Reader embedder,
        @DefaultValue("1") int transformerThreads,
        @Nullable Duration transformerBudget,
        @DefaultValue("true") boolean appropriateness,
        @Nullable URI endpoint,
        @Nullable String model,
        @Nullable String modelSha256,
        @DefaultValue("en") List<String> languages,
        @DefaultValue("data/context") Path folder,
        @Nullable Path apiKeyFile,
        @Nullable Double minRelevance) {
    private static final Duration LONGEST_BUDGET = Duration.ofSeconds(2);
    private static final Duration BUDGET = Duration.ofMillis(100);
    private static final Duration CASCADE_BUDGET = Duration.ofMillis(20);
    private static final String LANGUAGE = "\\*|[a-z]{2,3}";
    private static final String KEY = "[\\x21-\\x7e]{1,4096}";

    ContextEngineSettings {
        List<String> violations = new ArrayList<>();
        if (transformerThreads < 1) {
            violations.add("transformer-threads is not 1 or more: " + transformerThreads);
        }
        if (transformerBudget != null
                && (!transformerBudget.isPositive()
                        || transformerBudget.compareTo(LONGEST_BUDGET) > 0)) {
            violations.add("transformer-budget is not up to 2 s: " + transformerBudget);
        }
        if (minRelevance != null && !(minRelevance >= -1 && minRelevance <= 1)) {
            violations.add("min-relevance is not from -1 to 1: " + minRelevance);
        }
        if (languages.isEmpty() || !languages.stream().allMatch(tag -> tag.matches(LANGUAGE))) {
            violations.add("languages are no primary tags of two or three letters, nor *");
        } else if (embedder != Reader.ONNX
                && embedder != Reader.HTTP
                && !languages.equals(List.of("en"))) {
            violations.add("languages are not en, which only onnx and http may change");
        }
        if (embedder == Reader.ONNX) {
            if (model == null || model.isBlank()) {
                violations.add("model is missing: give the folder with model.onnx");
            }
            if (modelSha256 != null && !modelSha256.matches("[0-9a-fA-F]{64}")) {
                violations.add("model-sha256 has not 64 hexadecimal digits");
            }
        }
        if (embedder == Reader.HTTP) {
            if (endpoint == null || !isWeb(endpoint)) {
                violations.add("endpoint is not an http or https address without a user");
            }
            if (model == null || model.isBlank()) {
                violations.add("model is missing: give the endpoint's name of it");
            }
            if (apiKeyFile != null && key(apiKeyFile) == null) {
                violations.add("api-key-file is not a readable file with a key");
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }

    /// A reader of contexts.
    enum Reader {
        STATIC,
        CASCADE,
        TRANSFORMER,
        HTTP,
        ONNX
    }

    /// The longest wait of a fetch for a reader that takes milliseconds.
    Duration budget() {
        if (transformerBudget != null) {
            return transformerBudget;
        }
        return embedder == Reader.CASCADE ? CASCADE_BUDGET : BUDGET;
    }

    /// The endpoint of `http`.
    HttpEmbedder.Endpoint httpEndpoint() {
        if (endpoint == null || model == null) {
            throw new IllegalStateException("no endpoint or no model");
        }
        return new HttpEmbedder.Endpoint(
                endpoint, model, apiKeyFile == null ? null : key(apiKeyFile));
    }

    /// The model of `onnx`.
    ///
    /// @throws InvalidSettingsException if the folder's files do not make one
    ModelFolder onnxFolder() {
        if (model == null) {
            throw new IllegalStateException("no model");
        }
        try {
            ModelFolder found = ModelFolder.read(Path.of(model));
            if (modelSha256 != null && !found.sha256().equalsIgnoreCase(modelSha256)) {
                throw new UnusableReaderException(
                        found.model()
                                + " has the SHA-256 "
                                + found.sha256()
                                + ", not that of model-sha256");
            }
            return found;
        } catch (UnusableReaderException e) {
            throw unusable(e);
        }
    }

    /// The refusal to start with a model that cannot read.
    static InvalidSettingsException unusable(UnusableReaderException model) {
        return new InvalidSettingsException(
                List.of("interlude.context.model: " + model.getMessage()));
    }

    private static boolean isWeb(URI uri) {
        return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                && uri.getHost() != null
                && uri.getUserInfo() == null
                && uri.getFragment() == null;
    }

    private static @Nullable String key(Path file) {
        try {
            String key = Files.readString(file, UTF_8).strip();
            return key.matches(KEY) ? key : null;
        } catch (IOException _) {
            return null;
        }
    }
}
