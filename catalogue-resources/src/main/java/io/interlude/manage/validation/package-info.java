/// Reading the fields of a request, and every rule that they break.
@NullMarked
package io.interlude.manage.validation;

import org.jspecify.annotations.NullMarked;
