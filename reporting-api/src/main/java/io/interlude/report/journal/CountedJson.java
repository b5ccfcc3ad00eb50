package io.interlude.report.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonTree;
import io.interlude.web.limits.Place;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Answers of events, whose JSON takes far more than what was read.
public final class CountedJson {
    /// Of an event beside its data: the record, and its fields as an object of JSON.
    private static final int EVENT_BYTES = 4_096;

    /// A text as it was read, as the texts of its tree, and as JSON.
    private static final int COPIES_OF_TEXT = 3;

    private CountedJson() {}

    /// An answer that is made in the memory that it takes.
    ///
    /// @param data of each event, as JSON; null of one without
    /// @param body makes the answer's object
    /// @throws io.interlude.web.limits.OverloadedException if the owner holds its share already
    public static Mono<ServerResponse> answer(
            Place place, Stream<@Nullable String> data, Supplier<Object> body) {
        long bytes = data.mapToLong(CountedJson::heapBytes).sum();
        place.take(bytes);
        try {
            return Answers.json(200, body.get());
        } finally {
            place.giveBack(bytes);
        }
    }

    private static long heapBytes(@Nullable String data) {
        if (data == null) {
            return EVENT_BYTES;
        }
        byte[] utf8 = data.getBytes(UTF_8);
        return EVENT_BYTES + COPIES_OF_TEXT * (long) utf8.length + JsonTree.of(utf8).heapBytes();
    }
}
