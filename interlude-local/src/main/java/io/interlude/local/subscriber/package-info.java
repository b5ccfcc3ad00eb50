/// `./interlude export-subscriber`.
@NullMarked
package io.interlude.local.subscriber;

import org.jspecify.annotations.NullMarked;
