package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.Words;

/// The position of a conversation among the meanings, and among the words.
public record ContextEmbedding(Embedding meaning, Words words) {}
