package io.interlude.schema.topic;

/// A setting of a topic that is not as planned.
///
/// @param mended whether the start sets it: what the product would lose data or not work without.
///   The others are named only; an operator may have meant them, and a shorter retention deletes
record TopicDifference(String topic, String key, String found, String planned, boolean mended) {}
