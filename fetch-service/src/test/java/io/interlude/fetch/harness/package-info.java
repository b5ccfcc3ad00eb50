@NullMarked
package io.interlude.fetch.harness;

import org.jspecify.annotations.NullMarked;
