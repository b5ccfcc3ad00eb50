package io.interlude.context.appropriateness;

import io.interlude.domain.suitability.SensitiveCategory;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Weights that tell the kinds of moments from each other: each [SensitiveCategory] of one
/// [Concern] and several kinds of ordinary talk. Immutable.
///
/// Kinds of ordinary talk are told apart although nobody asks for them: one line between sensitive
/// and ordinary would have to run between sorrow and sad films, and between chest pain and sore
/// muscles, at once.
///
/// File: number of features, number of kinds, then the weights as big-endian floats: for each
/// feature, and last for the constant, one for each kind, the categories first.
final class AppropriatenessModel {
    private final int kinds;
    private final double[] weights;

    /// @param weights as [SoftmaxRegression] gives them; rounded to floats
    AppropriatenessModel(int kinds, double[] weights) {
        this.kinds = kinds;
        this.weights = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            this.weights[i] = (float) weights[i];
        }
    }

    /// Reads weights that ship with this module.
    static AppropriatenessModel load(String resource) {
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
    static String resource(Concern concern, int dimensions) {
        return concern.resource("weights-" + dimensions + ".bin");
    }

    /// Reads what [#toBytes] gave.
    static AppropriatenessModel read(DataInputStream in) throws IOException {
        int features = in.readInt();
        int kinds = in.readInt();
        double[] weights = new double[(features + 1) * kinds];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = in.readFloat();
        }
        return new AppropriatenessModel(kinds, weights);
    }

    /// The file's content; the same model gives the same bytes.
    byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(features());
        out.writeInt(kinds);
        for (double weight : weights) {
            out.writeFloat((float) weight);
        }
        return bytes.toByteArray();
    }

    /// Number of features that it takes.
    int features() {
        return weights.length / kinds - 1;
    }

    /// How strongly a moment of these features speaks for each kind.
    double[] lines(double[] features) {
        double[] lines = new double[kinds];
        SoftmaxRegression.lines(weights, features, lines);
        return lines;
    }

    /// The judgement on a moment. Categories that are not asked about count as ordinary, unless one
    /// that is asked about is the strongest of all: a moment of grief is also one of distress, and
    /// no ordinary one for that.
    ///
    /// @param concern the model's
    /// @param lines as [#lines] gives them
    /// @param among at least one of the model's categories, and any others
    /// @param threshold log odds above which it is declined
    static Appropriateness judge(
            Concern concern, double[] lines, Set<SensitiveCategory> among, double threshold) {
        List<SensitiveCategory> categories = concern.categories();
        int likeliest = highest(lines, categories, categories);
        boolean askedLeads = among.contains(categories.get(likeliest));
        if (!askedLeads) {
            likeliest = highest(lines, categories, among);
        }
        double[] sensitive = new double[lines.length];
        double[] ordinary = new double[lines.length];
        int sensitiveCount = 0;
        int ordinaryCount = 0;
        for (int kind = 0; kind < lines.length; kind++) {
            if (kind < categories.size() && (askedLeads || among.contains(categories.get(kind)))) {
                sensitive[sensitiveCount++] = lines[kind];
            } else {
                ordinary[ordinaryCount++] = lines[kind];
            }
        }
        double score =
                SoftmaxRegression.logSumExp(sensitive, 0, sensitiveCount)
                        - SoftmaxRegression.logSumExp(ordinary, 0, ordinaryCount)
                        - concern.caution();
        return new Appropriateness(score > threshold, categories.get(likeliest), score);
    }

    /// The number of the category that the moment speaks for most, of some.
    private static int highest(
            double[] lines,
            List<SensitiveCategory> categories,
            Collection<SensitiveCategory> among) {
        int highest = 0;
        double strength = Double.NEGATIVE_INFINITY;
        for (int kind = 0; kind < categories.size(); kind++) {
            if (among.contains(categories.get(kind)) && lines[kind] > strength) {
                highest = kind;
                strength = lines[kind];
            }
        }
        return highest;
    }
}
