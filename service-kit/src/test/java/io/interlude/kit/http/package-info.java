@NullMarked
package io.interlude.kit.http;

import org.jspecify.annotations.NullMarked;
