@NullMarked
package io.interlude.kit.rehearsal;

import org.jspecify.annotations.NullMarked;
