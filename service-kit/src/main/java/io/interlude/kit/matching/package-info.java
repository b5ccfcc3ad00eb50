/// Journal records as the domain's events.
@NullMarked
package io.interlude.kit.matching;

import org.jspecify.annotations.NullMarked;
