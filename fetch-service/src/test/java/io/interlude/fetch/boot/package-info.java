@NullMarked
package io.interlude.fetch.boot;

import org.jspecify.annotations.NullMarked;
