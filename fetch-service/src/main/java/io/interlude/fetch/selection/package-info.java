/// Selects an ad and takes its place in caps and budgets in one step.
@NullMarked
package io.interlude.fetch.selection;

import org.jspecify.annotations.NullMarked;
