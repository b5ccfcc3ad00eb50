@NullMarked
package io.interlude.fetch.selection;

import org.jspecify.annotations.NullMarked;
