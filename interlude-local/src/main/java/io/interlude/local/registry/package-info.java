/// The embedded schema registry over HTTP.
@NullMarked
package io.interlude.local.registry;

import org.jspecify.annotations.NullMarked;
