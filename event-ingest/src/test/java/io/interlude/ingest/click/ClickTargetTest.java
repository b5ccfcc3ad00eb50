package io.interlude.ingest.click;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.ingest.harness.Fetches;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClickTargetTest {
    @ParameterizedTest
    @CsvSource({
        "https://a.example/?m={messageId}&n={messageId}, https://a.example/?m=FETCH&n=FETCH",
        "https://a.example/?m=%7BmessageId%7d, https://a.example/?m=FETCH",
        "HTTP://a.example/{other}, HTTP://a.example/%7Bother%7D",
        "https://a.example/caf\u00e9 1, https://a.example/caf%C3%A9%201",
        "https://a.example/%20?a=%26#x, https://a.example/%20?a=%26#x"
    })
    void isTheActionsUrlReadyForAHeader(String url, String target) {
        assertThat(of(url)).contains(target.replace("FETCH", Fetches.aFetch().toString()));
    }

    @ParameterizedTest
    @CsvSource({"javascript:alert(1)", "ftp://a.example/", "//a.example/", "''", "data:x"})
    void isNothingUnlessOnTheWeb(String url) {
        assertThat(of(url)).isEmpty();
    }

    @Test
    void neverBreaksOutOfTheHeader() {
        assertThat(of("https://a.example/\r\nSet-Cookie: a=b"))
                .contains("https://a.example/%0D%0ASet-Cookie:%20a=b");
    }

    @Test
    void findsTheNodeOfAFlow() {
        CreativeContent flow =
                new CreativeContent.Flow(
                        """
                        {"nodes":[{"type":"message"},
                          {"type":"action","action":{"kind":"link_out","url":"https://a.example/"}}]}
                        """);
        assertThat(ClickTarget.of(flow, 1, Fetches.aFetch())).contains("https://a.example/");
        assertThat(ClickTarget.of(flow, 0, Fetches.aFetch())).isEmpty();
        assertThat(ClickTarget.of(flow, 7, Fetches.aFetch())).isEmpty();
    }

    @Test
    void isNotMisledByWhatIsBesideTheAction() {
        String other = "{\"action\":{\"url\":\"https://other.example/\"}}";
        CreativeContent flow =
                new CreativeContent.Flow(
                        """
                        {"metadata":{"nodes":[%1$s]},"x":[%1$s],"action":{"url":"https://b.example/"},
                         "nodes":[{"x":%1$s,"action":{"x":{"url":"https://c.example/"},
                            "url":"https://a.example/"}}, {"action":{"url":5}}, {"action":[]}, 7,
                            {"action":{"url":{"url":"https://d.example/"}}}]}
                        """
                                .formatted(other));

        assertThat(ClickTarget.of(flow, 0, Fetches.aFetch())).contains("https://a.example/");
        for (int node = 1; node < 6; node++) {
            assertThat(ClickTarget.of(flow, node, Fetches.aFetch())).isEmpty();
        }
        CreativeContent none = new CreativeContent.Flow("{\"nodes\":[{\"action\":{\"url\":");
        assertThat(ClickTarget.of(none, 0, Fetches.aFetch())).isEmpty();
    }

    private static Optional<String> of(String url) {
        CreativeContent card =
                new CreativeContent.Card(
                        "Title",
                        null,
                        null,
                        null,
                        null,
                        "Sponsored",
                        List.of(new CreativeContent.CardAction("Go", url)));
        return ClickTarget.of(card, 0, Fetches.aFetch());
    }
}
