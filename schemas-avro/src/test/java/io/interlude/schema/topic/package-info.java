/// Tests of the topic catalogue and its documentation.
@NullMarked
package io.interlude.schema.topic;

import org.jspecify.annotations.NullMarked;
