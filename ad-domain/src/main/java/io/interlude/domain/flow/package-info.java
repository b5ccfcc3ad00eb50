/// The graph of a flow ad, and what can happen in it.
@NullMarked
package io.interlude.domain.flow;

import org.jspecify.annotations.NullMarked;
