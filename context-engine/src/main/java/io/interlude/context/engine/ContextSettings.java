package io.interlude.context.engine;

/// The settings by which contexts are read.
///
/// @param embedder which embedder reads conversations and line items
/// @param transformerThreads most threads that one reading by the transformer uses, from 1
/// @param appropriateness whether sensitive moments are declined
public record ContextSettings(
        EmbedderKind embedder, int transformerThreads, boolean appropriateness) {
    /// The static table: a reading takes microseconds, and a fetch has milliseconds.
    public static final ContextSettings DEFAULT = new ContextSettings(EmbedderKind.STATIC, 1, true);

    public ContextSettings {
        if (transformerThreads < 1) {
            throw new IllegalArgumentException(
                    "transformerThreads is under 1: " + transformerThreads);
        }
    }
}
