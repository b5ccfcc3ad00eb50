/// What every tracked file of this repository must look like.
@NullMarked
package io.interlude.check.tidy;

import org.jspecify.annotations.NullMarked;
