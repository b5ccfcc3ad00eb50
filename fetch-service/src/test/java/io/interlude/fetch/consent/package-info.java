@NullMarked
package io.interlude.fetch.consent;

import org.jspecify.annotations.NullMarked;
