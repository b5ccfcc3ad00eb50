package io.interlude.manage.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/// One page of a list in the order of ids, as JSON `{items, nextCursor?}`. A page begins after the
/// last id of the one before, so that a walk over all pages sees everything once that was there all
/// the time, whatever is created or archived meanwhile.
///
/// @param nextCursor null on the last page
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Page<V>(List<V> items, @Nullable String nextCursor) {
    static final int DEFAULT_LIMIT = 50;
    static final int LARGEST_LIMIT = 500;

    /// The requested page.
    ///
    /// @param afterId empty for the first page
    public record Wanted(int limit, String afterId) {
        /// Reads the query parameters.
        ///
        /// @throws io.interlude.web.refusal.ProblemException `invalid_request`
        public static Wanted of(ServerRequest request) {
            return new Wanted(
                    request.queryParam("limit").map(Wanted::limit).orElse(DEFAULT_LIMIT),
                    request.queryParam("cursor").map(Wanted::afterId).orElse(""));
        }

        private static int limit(String text) {
            int limit = wholeNumber(text);
            if (limit < 1 || limit > LARGEST_LIMIT) {
                throw refused("limit", "Give a limit from 1 to " + LARGEST_LIMIT + ".");
            }
            return limit;
        }

        private static int wholeNumber(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        private static String afterId(String cursor) {
            try {
                return new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
            } catch (IllegalArgumentException e) {
                throw refused("cursor", "Give the nextCursor of the page before.");
            }
        }

        private static RuntimeException refused(String field, String description) {
            return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
        }
    }

    /// The page that begins with the first of some.
    ///
    /// @param after all that come after the id that was asked for, in the order of ids
    public static <V extends CatalogueRecord> Page<V> of(Stream<V> after, Wanted wanted) {
        List<V> fromHere = after.limit(wanted.limit() + 1L).toList();
        if (fromHere.size() <= wanted.limit()) {
            return new Page<>(fromHere, null);
        }
        List<V> items = fromHere.subList(0, wanted.limit());
        return new Page<>(items, cursor(items.getLast().getId()));
    }

    /// The cursor of a page that ends with this id.
    public static String cursor(String lastId) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(lastId.getBytes(UTF_8));
    }

    /// The same page of what stands for its items.
    public <T> Page<T> map(Function<V, T> shown) {
        return new Page<>(items.stream().map(shown).toList(), nextCursor);
    }
}
