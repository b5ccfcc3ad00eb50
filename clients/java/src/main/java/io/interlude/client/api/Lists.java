package io.interlude.client.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists that an answer may lack.
final class Lists {
    private Lists() {}

    static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
