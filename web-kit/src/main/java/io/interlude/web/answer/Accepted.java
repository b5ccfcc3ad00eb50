package io.interlude.web.answer;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;

/// The forms of an answer that a client would take.
public final class Accepted {
    private static final int LONGEST = 1_024;

    private Accepted() {}

    /// The types of the Accept header; an unreadable one asks for nothing, and so does a longer one
    /// than any client sends.
    public static List<MediaType> types(ServerRequest request) {
        List<String> values = request.headers().header(HttpHeaders.ACCEPT);
        if (values.stream().mapToInt(String::length).sum() > LONGEST) {
            return List.of();
        }
        try {
            return request.headers().accept();
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
    }

    /// Whether the header names just this type.
    public static boolean names(ServerRequest request, MediaType type) {
        return types(request).stream().anyMatch(type::equalsTypeAndSubtype);
    }
}
