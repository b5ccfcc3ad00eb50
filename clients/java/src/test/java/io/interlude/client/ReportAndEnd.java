package io.interlude.client;

import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import java.time.Duration;

/// A program that reports one event and ends without closing its client.
final class ReportAndEnd {
    private ReportAndEnd() {}

    public static void main(String[] arguments) {
        new InterludeClient(
                        ClientOptions.of(arguments[0], "k").flushInterval(Duration.ofMinutes(1)))
                .report(Event.of("native-process", EventType.SEND));
    }
}
