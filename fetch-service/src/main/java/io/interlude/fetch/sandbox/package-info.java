/// The demo ads of the sandbox.
@NullMarked
package io.interlude.fetch.sandbox;

import org.jspecify.annotations.NullMarked;
