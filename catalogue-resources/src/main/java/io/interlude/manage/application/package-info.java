/// Applications of a publisher.
@NullMarked
package io.interlude.manage.application;

import org.jspecify.annotations.NullMarked;
