package io.interlude.context.embedding;

/// A folder holds no model that can read. Its message is one sentence that names the file at fault.
public final class UnusableReaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param sentence in words of the product's own
    public UnusableReaderException(String sentence) {
        super(sentence, null, false, false);
    }
}
