@NullMarked
package io.interlude.web.http;

import org.jspecify.annotations.NullMarked;
