package io.interlude.context.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// A model that ONNX Runtime runs on one text at a time. Safe for use by many threads.
final class OnnxSession implements AutoCloseable {
    private final OrtEnvironment environment = OnnxLibraries.environment();
    private final OrtSession session;

    /// The native session must not be closed under a reading; afterwards it refuses by itself.
    private final ReadWriteLock inUse = new ReentrantReadWriteLock();

    private OnnxSession(Opening opening, int threads) throws OrtException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            this.session = opening.open(environment, options);
        }
    }

    private interface Opening {
        OrtSession open(OrtEnvironment environment, OrtSession.SessionOptions options)
                throws OrtException;
    }

    /// @param threads most threads that one reading uses, from 1
    static OnnxSession of(byte[] model, int threads) throws OrtException {
        return new OnnxSession((with, options) -> with.createSession(model, options), threads);
    }

    /// The same for a file, which may keep its weights in others beside it.
    static OnnxSession of(Path model, int threads) throws OrtException {
        return new OnnxSession(
                (with, options) -> with.createSession(model.toString(), options), threads);
    }

    /// Names of what the model takes in.
    Set<String> inputs() {
        return session.getInputNames();
    }

    /// Names of what the model gives, in its order.
    List<String> outputs() {
        return List.copyOf(session.getOutputNames());
    }

    /// The model's output for one text.
    static final class Output {
        private final float[] values;
        private final long[] shape;

        private Output(float[] values, long[] shape) {
            this.values = values;
            this.shape = shape;
        }

        float[] values() {
            return values;
        }

        /// True if there is a vector for each token, and not one for the text.
        boolean isOfTokens() {
            return shape.length == 3;
        }

        /// Length of a vector.
        int dimensions() {
            return (int) shape[shape.length - 1];
        }
    }

    /// @param inputToRow rows of one length
    Output run(Map<String, long[]> inputToRow, String output) throws OrtException {
        inUse.readLock().lock();
        Map<String, OnnxTensor> inputs = new HashMap<>();
        try {
            for (Map.Entry<String, long[]> row : inputToRow.entrySet()) {
                inputs.put(row.getKey(), row(row.getValue()));
            }
            try (OrtSession.Result result = session.run(inputs, Set.of(output))) {
                OnnxTensor tensor = (OnnxTensor) result.get(0);
                FloatBuffer buffer = tensor.getFloatBuffer();
                if (buffer == null) {
                    throw new OrtException("the model gives no numbers of 32 bits");
                }
                float[] values = new float[buffer.remaining()];
                buffer.get(values);
                return new Output(values, tensor.getInfo().getShape());
            }
        } finally {
            new ArrayList<>(inputs.values()).forEach(OnnxTensor::close);
            inUse.readLock().unlock();
        }
    }

    private OnnxTensor row(long[] values) throws OrtException {
        return OnnxTensor.createTensor(
                environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    @Override
    public void close() {
        inUse.writeLock().lock();
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("the model does not close", e);
        } finally {
            inUse.writeLock().unlock();
        }
    }
}
