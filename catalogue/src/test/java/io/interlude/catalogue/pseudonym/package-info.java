/// Pseudonyms.
@NullMarked
package io.interlude.catalogue.pseudonym;

import org.jspecify.annotations.NullMarked;
