/// Attributes of requests as dimensions of reports: cells that are counted from the journal itself,
/// from its beginning and then on with what comes.
@NullMarked
package io.interlude.report.attribute;

import org.jspecify.annotations.NullMarked;
