/// Reading what the aggregator knows.
@NullMarked
package io.interlude.state.query;

import org.jspecify.annotations.NullMarked;
