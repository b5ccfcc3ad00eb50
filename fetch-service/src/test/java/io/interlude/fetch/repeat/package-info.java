@NullMarked
package io.interlude.fetch.repeat;

import org.jspecify.annotations.NullMarked;
