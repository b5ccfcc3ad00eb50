/// Tests of the description of the topics.
@NullMarked
package io.interlude.report.asyncapi;

import org.jspecify.annotations.NullMarked;
