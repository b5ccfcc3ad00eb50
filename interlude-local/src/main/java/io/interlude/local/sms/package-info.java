/// Plays a flow ad as a thread of text messages in the terminal.
@NullMarked
package io.interlude.local.sms;

import org.jspecify.annotations.NullMarked;
