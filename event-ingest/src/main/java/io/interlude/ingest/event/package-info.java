/// Events that applications report: reading, checking, recording, answering.
@NullMarked
package io.interlude.ingest.event;

import org.jspecify.annotations.NullMarked;
