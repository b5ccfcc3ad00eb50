/// Cards in each format, and their payloads as JSON.
@NullMarked
package io.interlude.web.rendering;

import org.jspecify.annotations.NullMarked;
