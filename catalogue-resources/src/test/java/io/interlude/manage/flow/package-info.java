@NullMarked
package io.interlude.manage.flow;

import org.jspecify.annotations.NullMarked;
