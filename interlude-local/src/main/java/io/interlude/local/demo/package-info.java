/// Plays conversations against a running product, as a publisher's app would.
@NullMarked
package io.interlude.local.demo;

import org.jspecify.annotations.NullMarked;
