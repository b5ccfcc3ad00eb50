@NullMarked
package io.interlude.client;

import org.jspecify.annotations.NullMarked;
