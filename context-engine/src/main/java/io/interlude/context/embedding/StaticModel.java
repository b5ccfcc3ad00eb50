package io.interlude.context.embedding;

import io.interlude.domain.digest.Sha256;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/// One vector for each token of the vocabulary, in 8 bits a dimension with a scale for each token.
/// A token's length is its weight: common words are short, telling words long. Tokens that say
/// nothing to an English reader have scale 0. Immutable.
///
/// File: magic, format version, tokens, dimensions (four big-endian ints), scales (floats), the
/// vectors' bytes, and the SHA-256 of everything before it.
public final class StaticModel {
    private static final String RESOURCE = "/io/interlude/context/embedding/static-minilm.bin";
    private static final int MAGIC = 0x494C5345;
    private static final int FORMAT_VERSION = 1;
    private static final int LARGEST_STEP = 127;

    private final int dimensions;
    private final float[] scales;
    private final byte[] values;

    private StaticModel(int dimensions, float[] scales, byte[] values) {
        this.dimensions = dimensions;
        this.scales = scales;
        this.values = values;
    }

    /// Rounds vectors to 8 bits.
    ///
    /// @param vectors one for each token; the zero vector for a token without meaning
    public static StaticModel quantize(float[][] vectors) {
        int dimensions = vectors[0].length;
        float[] scales = new float[vectors.length];
        byte[] values = new byte[vectors.length * dimensions];
        for (int token = 0; token < vectors.length; token++) {
            scales[token] = largest(vectors[token]) / LARGEST_STEP;
            for (int i = 0; i < dimensions && scales[token] > 0; i++) {
                values[token * dimensions + i] =
                        (byte) Math.round(vectors[token][i] / scales[token]);
            }
        }
        return new StaticModel(dimensions, scales, values);
    }

    private static float largest(float[] vector) {
        float largest = 0;
        for (float value : vector) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /// Reads the model that ships with this module; its checksum must be right.
    public static StaticModel load() {
        try (InputStream file = StaticModel.class.getResourceAsStream(RESOURCE)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + RESOURCE);
            }
            return read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static StaticModel read(InputStream file) throws IOException {
        DigestInputStream digested = new DigestInputStream(file, Sha256.digest());
        DataInputStream in = new DataInputStream(digested);
        if (in.readInt() != MAGIC || in.readInt() != FORMAT_VERSION) {
            throw new IOException("not a static model of format " + FORMAT_VERSION);
        }
        int tokens = in.readInt();
        int dimensions = in.readInt();
        float[] scales = new float[tokens];
        byte[] scaleBytes = in.readNBytes(tokens * Float.BYTES);
        ByteBuffer.wrap(scaleBytes).asFloatBuffer().get(scales);
        byte[] values = in.readNBytes(tokens * dimensions);
        byte[] expected = digested.getMessageDigest().digest();
        digested.on(false);
        if (!MessageDigest.isEqual(expected, in.readNBytes(expected.length))) {
            throw new IOException("the static model's checksum is wrong");
        }
        return new StaticModel(dimensions, scales, values);
    }

    /// Writes the file; the same model gives the same bytes.
    public void write(OutputStream file) throws IOException {
        DigestOutputStream digested = new DigestOutputStream(file, Sha256.digest());
        DataOutputStream out = new DataOutputStream(digested);
        out.writeInt(MAGIC);
        out.writeInt(FORMAT_VERSION);
        out.writeInt(scales.length);
        out.writeInt(dimensions);
        for (float scale : scales) {
            out.writeFloat(scale);
        }
        out.write(values);
        out.flush();
        file.write(digested.getMessageDigest().digest());
    }

    public int dimensions() {
        return dimensions;
    }

    /// Whether the token says something.
    boolean knows(int token) {
        return scales[token] > 0;
    }

    /// Length of the token's vector: how much it says. Common words and pieces of words have short
    /// vectors, and one token in ten is longer than 1.
    float length(int token) {
        double squares = 0;
        int from = token * dimensions;
        for (int i = from; i < from + dimensions; i++) {
            squares += values[i] * values[i];
        }
        return (float) (Math.sqrt(squares) * scales[token]);
    }

    /// Adds the token's vector times the weight.
    void addTo(float[] sum, int token, float weight) {
        float scale = scales[token] * weight;
        int from = token * dimensions;
        for (int i = 0; i < sum.length; i++) {
            sum[i] += scale * values[from + i];
        }
    }
}
