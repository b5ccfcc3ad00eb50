package io.interlude.web.answer;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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

    /// The one of `others` that a client would rather have than the `usual` form: named with the
    /// highest quality, and with no less than the usual one. Empty where that is the usual form. A
    /// range that takes in the usual form, such as `*/*`, names none of the others. The first of
    /// equals wins.
    public static Optional<MediaType> preferred(
            ServerRequest request, MediaType usual, MediaType... others) {
        List<MediaType> types = types(request);
        MediaType best = null;
        double quality = quality(types, type -> !type.isWildcardType() && type.includes(usual));
        for (MediaType other : others) {
            double given = quality(types, type -> type.includes(other) && !type.includes(usual));
            if (best == null ? given > 0 && given >= quality : given > quality) {
                best = other;
                quality = given;
            }
        }
        return Optional.ofNullable(best);
    }

    private static double quality(List<MediaType> types, Predicate<MediaType> naming) {
        return types.stream()
                .filter(naming)
                .mapToDouble(MediaType::getQualityValue)
                .max()
                .orElse(0);
    }

    /// Whether the header names just this type.
    public static boolean names(ServerRequest request, MediaType type) {
        return types(request).stream().anyMatch(type::equalsTypeAndSubtype);
    }
}
