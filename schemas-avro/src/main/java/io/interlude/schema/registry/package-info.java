/// A small schema registry with Confluent's rules, error codes and journal format.
@NullMarked
package io.interlude.schema.registry;

import org.jspecify.annotations.NullMarked;
