/// Orgs, made by the operator.
@NullMarked
package io.interlude.manage.org;

import org.jspecify.annotations.NullMarked;
