/// Talking to a schema registry: over HTTP to any that speaks Confluent's protocol, or to the one
/// in this process.
@NullMarked
package io.interlude.schema.client;

import org.jspecify.annotations.NullMarked;
