/// API keys as the catalogue has them: hashes, kinds, origins and rates.
@NullMarked
package io.interlude.catalogue.key;

import org.jspecify.annotations.NullMarked;
