@NullMarked
package io.interlude.fetch.handover;

import org.jspecify.annotations.NullMarked;
