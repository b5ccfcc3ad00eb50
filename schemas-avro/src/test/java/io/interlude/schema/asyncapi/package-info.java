/// Tests of the AsyncAPI document.
@NullMarked
package io.interlude.schema.asyncapi;

import org.jspecify.annotations.NullMarked;
