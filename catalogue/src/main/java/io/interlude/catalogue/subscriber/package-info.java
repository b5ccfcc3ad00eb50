/// Pseudonyms of subscribers: the keys that make them, and their erasure.
@NullMarked
package io.interlude.catalogue.subscriber;

import org.jspecify.annotations.NullMarked;
