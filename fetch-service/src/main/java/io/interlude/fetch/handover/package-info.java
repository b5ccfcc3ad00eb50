/// Subscribers that come from another fetch instance: what that one served them, from the journal.
@NullMarked
package io.interlude.fetch.handover;

import org.jspecify.annotations.NullMarked;
