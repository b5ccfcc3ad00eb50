/// The funnel of requests, and the rules that stopped those that served nothing.
@NullMarked
package io.interlude.report.nofill;

import org.jspecify.annotations.NullMarked;
