/// The aggregator in its group: members that are gone, and another version of its topology.
@NullMarked
package io.interlude.aggregate.group;

import org.jspecify.annotations.NullMarked;
