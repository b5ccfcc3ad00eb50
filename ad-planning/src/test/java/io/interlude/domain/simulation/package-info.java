@NullMarked
package io.interlude.domain.simulation;

import org.jspecify.annotations.NullMarked;
