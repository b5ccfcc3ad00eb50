/// People who may sign in to the console.
@NullMarked
package io.interlude.manage.user;

import org.jspecify.annotations.NullMarked;
