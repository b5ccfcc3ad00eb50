/// From text to unit vectors whose cosine tells how near two meanings are.
@NullMarked
package io.interlude.context.embedding;

import org.jspecify.annotations.NullMarked;
