package io.interlude.ingest.click;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/// Tells requests that say of themselves that no person followed the link (the list-based part of
/// general invalid traffic, MRC). A request that says nothing is taken for a person's.
final class InvalidTraffic {
    static final String PREFETCH = "prefetch";
    static final String DECLARED_BOT = "declared_bot";

    private static final List<String> PURPOSE_HEADERS =
            List.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz");
    private static final Pattern AHEAD_OF_TIME = Pattern.compile("prefetch|prerender|preview");

    /// "bot" as the end of a product's name, but not the phones called Cubot; then crawlers and
    /// link previewers by their usual names.
    private static final Pattern BOT =
            Pattern.compile(
                    "(?<!cu)bot(?![a-z])|crawler|spider|slurp|archiver|facebookexternalhit"
                            + "|facebookcatalog|mediapartners-google|google-inspectiontool"
                            + "|bingpreview|skypeuripreview|embedly|whatsapp/|feedfetcher");

    private InvalidTraffic() {}

    /// The class of invalid traffic, if it is.
    static Optional<String> classify(HttpHeaders headers) {
        for (String name : PURPOSE_HEADERS) {
            if (matches(headers, name, AHEAD_OF_TIME)) {
                return Optional.of(PREFETCH);
            }
        }
        return matches(headers, HttpHeaders.USER_AGENT, BOT)
                ? Optional.of(DECLARED_BOT)
                : Optional.empty();
    }

    private static boolean matches(HttpHeaders headers, String name, Pattern pattern) {
        String value = headers.getFirst(name);
        return value != null && pattern.matcher(value.toLowerCase(Locale.ROOT)).find();
    }
}
