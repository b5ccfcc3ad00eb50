/// Pseudonyms.
@NullMarked
package io.interlude.domain.pseudonym;

import org.jspecify.annotations.NullMarked;
