@NullMarked
package io.interlude.web.server;

import org.jspecify.annotations.NullMarked;
