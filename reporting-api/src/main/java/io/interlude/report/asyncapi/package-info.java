/// The description of the topics, for data teams.
@NullMarked
package io.interlude.report.asyncapi;

import org.jspecify.annotations.NullMarked;
