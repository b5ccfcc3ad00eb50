@NullMarked
package io.interlude.local.sms;

import org.jspecify.annotations.NullMarked;
