package io.interlude.context.embedding;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;

/// A unit vector of meaning, or no reading. Immutable.
public final class Embedding {
    /// The reading of a text that says nothing readable. It is like nothing.
    public static final Embedding NONE = new Embedding(new float[0]);

    private final float[] values;

    private Embedding(float[] values) {
        this.values = values;
    }

    /// The vector brought to length 1; [#NONE] for the zero vector. Takes over the array.
    static Embedding ofDirection(float[] vector) {
        double squares = 0;
        for (float value : vector) {
            squares += (double) value * value;
        }
        if (squares < 1e-12) {
            return NONE;
        }
        float scale = (float) (1 / Math.sqrt(squares));
        for (int i = 0; i < vector.length; i++) {
            vector[i] *= scale;
        }
        return new Embedding(vector);
    }

    /// The direction between the given ones; [#NONE] for none.
    public static Embedding middle(Collection<Embedding> embeddings) {
        float[] sum = new float[0];
        for (Embedding embedding : embeddings) {
            sum = Arrays.copyOf(sum, Math.max(sum.length, embedding.values.length));
            embedding.addTo(sum, 1);
        }
        return ofDirection(sum);
    }

    public boolean isNone() {
        return values.length == 0;
    }

    public int dimensions() {
        return values.length;
    }

    public float value(int dimension) {
        return values[dimension];
    }

    /// Adds the vector, times the weight, to a sum that is no shorter.
    void addTo(float[] sum, float weight) {
        for (int i = 0; i < values.length; i++) {
            sum[i] += weight * values[i];
        }
    }

    /// Writes what [#read] reads.
    public void write(DataOutput out) throws IOException {
        for (float value : values) {
            out.writeFloat(value);
        }
    }

    /// A reading of so many dimensions.
    public static Embedding read(DataInput in, int dimensions) throws IOException {
        float[] values = new float[dimensions];
        for (int i = 0; i < dimensions; i++) {
            values[i] = in.readFloat();
        }
        return ofDirection(values);
    }

    public float[] toArray() {
        return values.clone();
    }

    /// Cosine similarity, -1 to 1; 0 when one of the two has no reading.
    public double similarity(Embedding other) {
        int length = Math.min(values.length, other.values.length);
        // Four sums side by side: the compiler may not reorder one sum, and would wait for each.
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        for (int i = 0; i + 3 < length; i += 4) {
            a += values[i] * other.values[i];
            b += values[i + 1] * other.values[i + 1];
            c += values[i + 2] * other.values[i + 2];
            d += values[i + 3] * other.values[i + 3];
        }
        return Math.clamp((double) a + b + c + d, -1.0, 1.0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Embedding that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Embedding[" + values.length + "]";
    }
}
