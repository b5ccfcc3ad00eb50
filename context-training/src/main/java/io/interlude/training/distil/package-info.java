/// Makes the static table from the transformer. Run by hand when the model changes, never at
/// runtime.
@NullMarked
package io.interlude.training.distil;

import org.jspecify.annotations.NullMarked;
