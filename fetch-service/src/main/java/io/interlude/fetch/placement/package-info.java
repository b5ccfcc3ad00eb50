/// Resolves the ad unit that a fetch fills.
@NullMarked
package io.interlude.fetch.placement;

import org.jspecify.annotations.NullMarked;
