/// Former states of the catalogue, read from its topics.
@NullMarked
package io.interlude.catalogue.history;

import org.jspecify.annotations.NullMarked;
