/// Files of the data folder that must not be lost or read by others.
@NullMarked
package io.interlude.local.secret;

import org.jspecify.annotations.NullMarked;
