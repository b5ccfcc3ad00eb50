@NullMarked
package io.interlude.kit.journal;

import org.jspecify.annotations.NullMarked;
