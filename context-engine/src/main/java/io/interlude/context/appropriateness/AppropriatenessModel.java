package io.interlude.context.appropriateness;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;

/// Weights that tell sensitive moments from ordinary ones, and the categories from each other.
///
/// File: number of features, then the weights as big-endian doubles: the line between sensitive and
/// ordinary, and a line for each category in the order of [SensitiveCategory].
final class AppropriatenessModel {
    private final double[] sensitive;
    private final Map<SensitiveCategory, double[]> categories;

    /// @param sensitive weights of the features, and the constant after them
    /// @param categories the same for each category against everything else
    AppropriatenessModel(double[] sensitive, Map<SensitiveCategory, double[]> categories) {
        this.sensitive = sensitive.clone();
        this.categories = new EnumMap<>(categories);
    }

    /// Reads the weights that ship with this module for an embedder of so many dimensions.
    static AppropriatenessModel load(int dimensions) {
        String resource = resource(dimensions);
        try (InputStream file = AppropriatenessModel.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            return read(new DataInputStream(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The resource's name.
    static String resource(int dimensions) {
        return "weights-" + dimensions + ".bin";
    }

    private static AppropriatenessModel read(DataInputStream in) throws IOException {
        int features = in.readInt();
        double[] sensitive = line(in, features);
        Map<SensitiveCategory, double[]> categories = new EnumMap<>(SensitiveCategory.class);
        for (SensitiveCategory category : SensitiveCategory.values()) {
            categories.put(category, line(in, features));
        }
        return new AppropriatenessModel(sensitive, categories);
    }

    private static double[] line(DataInputStream in, int features) throws IOException {
        double[] weights = new double[features + 1];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = in.readDouble();
        }
        return weights;
    }

    /// The file's content; the same model gives the same bytes.
    byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(sensitive.length - 1);
        write(sensitive, out);
        for (double[] weights : categories.values()) {
            write(weights, out);
        }
        return bytes.toByteArray();
    }

    private static void write(double[] weights, DataOutputStream out) throws IOException {
        for (double weight : weights) {
            out.writeDouble(weight);
        }
    }

    /// How sensitive, as a logit; 0 is even odds among as many sensitive as ordinary moments.
    double logit(double[] features) {
        return LogisticRegression.logit(sensitive, features);
    }

    /// The category that fits best.
    SensitiveCategory category(double[] features) {
        return categories.entrySet().stream()
                .max(
                        Comparator.comparingDouble(
                                entry -> LogisticRegression.logit(entry.getValue(), features)))
                .orElseThrow()
                .getKey();
    }
}
