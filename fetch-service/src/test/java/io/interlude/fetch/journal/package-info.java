@NullMarked
package io.interlude.fetch.journal;

import org.jspecify.annotations.NullMarked;
