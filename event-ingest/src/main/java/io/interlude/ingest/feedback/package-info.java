/// Readers' feedback on ads: hiding an advertiser, and reports.
@NullMarked
package io.interlude.ingest.feedback;

import org.jspecify.annotations.NullMarked;
