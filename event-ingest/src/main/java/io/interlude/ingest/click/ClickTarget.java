package io.interlude.ingest.click;

import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.identity.FetchId;
import io.interlude.journal.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.JsonPointerBasedFilter;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.core.filter.TokenFilter.Inclusion;

/// The target of a creative's action. Actions of a card are counted from 0; the actions of a flow
/// are those of its nodes, by the node's place in `nodes`.
final class ClickTarget {
    private static final Pattern MACRO = Pattern.compile("\\{messageId}|%7[Bb]messageId%7[Dd]");
    private static final String NOT_IN_A_URL = "\"<>\\^`{|}";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private ClickTarget() {}

    /// The URL to redirect to, ready for a header: the macro `{messageId}` replaced, what no URL
    /// may hold percent-encoded. Nothing if the creative has no such action.
    static Optional<String> of(CreativeContent content, int actionIndex, FetchId fetchId) {
        return url(content, actionIndex)
                .filter(ClickTarget::isWeb)
                .map(url -> encode(replaceMacro(url, fetchId)));
    }

    private static Optional<String> url(CreativeContent content, int actionIndex) {
        return switch (content) {
            case CreativeContent.Card card ->
                    actionIndex < card.actions().size()
                            ? Optional.of(card.actions().get(actionIndex).url())
                            : Optional.empty();
            case CreativeContent.Flow flow -> flowUrl(flow.json(), actionIndex);
        };
    }

    /// Reads no further than to the URL, and makes no tree: that of a flow may be thirty times as
    /// large as its text, for each click.
    private static Optional<String> flowUrl(String json, int nodeIndex) {
        TokenFilter url = new JsonPointerBasedFilter("/nodes/" + nodeIndex + "/action/url");
        try (JsonParser flow =
                new FilteringParserDelegate(
                        Json.MAPPER.createParser(json), url, Inclusion.ONLY_INCLUDE_ALL, false)) {
            return flow.nextToken() == JsonToken.VALUE_STRING
                    ? Optional.of(flow.getString())
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static boolean isWeb(String url) {
        String start = url.substring(0, Math.min(8, url.length())).toLowerCase(Locale.ROOT);
        return start.startsWith("https://") || start.startsWith("http://");
    }

    private static String replaceMacro(String url, FetchId fetchId) {
        return MACRO.matcher(url)
                .replaceAll(URLEncoder.encode(fetchId.toString(), StandardCharsets.UTF_8));
    }

    private static String encode(String url) {
        StringBuilder encoded = new StringBuilder(url.length() + 16);
        for (byte octet : url.getBytes(StandardCharsets.UTF_8)) {
            if (octet <= ' ' || octet == 0x7F || NOT_IN_A_URL.indexOf(octet) >= 0) {
                encoded.append('%').append(HEX[octet >> 4 & 0xF]).append(HEX[octet & 0xF]);
            } else {
                encoded.append((char) octet);
            }
        }
        return encoded.toString();
    }
}
