/// From text to the tokens of the sentence transformer's vocabulary.
@NullMarked
package io.interlude.context.token;

import org.jspecify.annotations.NullMarked;
