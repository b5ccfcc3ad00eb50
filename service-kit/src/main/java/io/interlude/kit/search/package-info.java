/// Finding events in the journal by what they are.
@NullMarked
package io.interlude.kit.search;

import org.jspecify.annotations.NullMarked;
