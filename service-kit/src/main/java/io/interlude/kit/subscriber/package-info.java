/// Pseudonyms of subscribers: the keys that make them, and their erasure.
@NullMarked
package io.interlude.kit.subscriber;

import org.jspecify.annotations.NullMarked;
