/// The journal for the org whose it is: events in order, and one fetch's whole life.
@NullMarked
package io.interlude.report.journal;

import org.jspecify.annotations.NullMarked;
