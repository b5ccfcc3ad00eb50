package io.interlude.context.relevance;

import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.Words;

/// Where a conversation lies: among the meanings, and among the words.
public record ContextEmbedding(Embedding meaning, Words words) {}
