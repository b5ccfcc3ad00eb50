/// The script for publishers' pages.
@NullMarked
package io.interlude.fetch.embed;

import org.jspecify.annotations.NullMarked;
