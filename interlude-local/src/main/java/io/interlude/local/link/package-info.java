/// One-time links to the console.
@NullMarked
package io.interlude.local.link;

import org.jspecify.annotations.NullMarked;
