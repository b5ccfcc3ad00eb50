/// The tree of keys that pseudonyms are made with: one leaf can be destroyed for ever, and all
/// others stay. In memory, without Kafka.
@NullMarked
package io.interlude.catalogue.pseudonym;

import org.jspecify.annotations.NullMarked;
