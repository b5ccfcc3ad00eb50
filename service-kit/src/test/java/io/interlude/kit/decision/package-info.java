@NullMarked
package io.interlude.kit.decision;

import org.jspecify.annotations.NullMarked;
