/// How often fetches are clicked, convert and engage: predicted from what the journal tells.
@NullMarked
package io.interlude.domain.prediction;

import org.jspecify.annotations.NullMarked;
