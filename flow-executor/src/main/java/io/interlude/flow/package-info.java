/// Walks flow ads (section 3 of the specification) as a pure state machine: flow, state and input
/// in; what to present, what to report and the next state out. No clock, no network, no thread.
@NullMarked
package io.interlude.flow;

import org.jspecify.annotations.NullMarked;
