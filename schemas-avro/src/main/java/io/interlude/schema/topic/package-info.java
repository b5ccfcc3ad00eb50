/// Every topic of Interlude: name, record type, partitions, retention.
@NullMarked
package io.interlude.schema.topic;

import org.jspecify.annotations.NullMarked;
