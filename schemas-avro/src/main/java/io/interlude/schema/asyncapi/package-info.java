/// The topics as an AsyncAPI document, for tools that read those.
@NullMarked
package io.interlude.schema.asyncapi;

import org.jspecify.annotations.NullMarked;
