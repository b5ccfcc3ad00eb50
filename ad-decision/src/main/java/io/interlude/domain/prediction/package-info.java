/// Predictions of how often fetches are clicked, convert and engage, from the journal.
@NullMarked
package io.interlude.domain.prediction;

import org.jspecify.annotations.NullMarked;
