/// How far requests got, and what stopped those that served nothing.
@NullMarked
package io.interlude.report.nofill;

import org.jspecify.annotations.NullMarked;
