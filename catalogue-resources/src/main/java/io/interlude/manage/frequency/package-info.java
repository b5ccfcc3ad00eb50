/// Frequency caps as campaigns and line items carry them.
@NullMarked
package io.interlude.manage.frequency;

import org.jspecify.annotations.NullMarked;
