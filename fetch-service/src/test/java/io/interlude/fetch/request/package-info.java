@NullMarked
package io.interlude.fetch.request;

import org.jspecify.annotations.NullMarked;
