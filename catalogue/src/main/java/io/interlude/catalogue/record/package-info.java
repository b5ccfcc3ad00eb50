/// Records of the catalogue, and the things of the domain that they hold.
@NullMarked
package io.interlude.catalogue.record;

import org.jspecify.annotations.NullMarked;
