/// The context engine that fetches use: one embedder, the classifier, and an index of line items.
@NullMarked
package io.interlude.context.engine;

import org.jspecify.annotations.NullMarked;
