/// Pseudonyms of subscribers, and how one of them is made unreadable for ever.
@NullMarked
package io.interlude.catalogue.pseudonym;

import org.jspecify.annotations.NullMarked;
