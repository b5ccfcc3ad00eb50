@NullMarked
package io.interlude.fetch.context;

import org.jspecify.annotations.NullMarked;
