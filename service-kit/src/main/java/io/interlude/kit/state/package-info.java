/// Reading what the aggregator knows.
@NullMarked
package io.interlude.kit.state;

import org.jspecify.annotations.NullMarked;
