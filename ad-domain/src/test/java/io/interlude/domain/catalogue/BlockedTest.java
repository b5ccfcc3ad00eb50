package io.interlude.domain.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedTest {
    private static final Advertiser BUECHER =
            new Advertiser(
                    new AdvertiserId("buecher"),
                    "Bücher AG",
                    Set.of("xn--bcher-kva.example"),
                    Set.of("52"),
                    Set.of("52", "42"));

    private static CampaignAdvertiser advertiser(
            @Nullable AdvertiserId id, @Nullable Advertiser known) {
        Campaign campaign =
                new Campaign(
                        new CampaignId("c"),
                        "C",
                        "Bücher-Kampagne",
                        id,
                        ServingStatus.ACTIVE,
                        Flight.ALWAYS,
                        List.of());
        return CampaignAdvertiser.of(campaign, known);
    }

    private static CreativeVersion linkingTo(String url) {
        return new CreativeVersion(
                new CreativeId("k"),
                1,
                new LineItemId("l"),
                true,
                null,
                Instant.EPOCH,
                1,
                Map.of(),
                new CreativeContent.Card(
                        "T",
                        null,
                        null,
                        null,
                        null,
                        "Ad",
                        List.of(new CreativeContent.CardAction("Go", url))));
    }

    private static Blocked domain(String text) {
        return new Blocked(Set.of(), Set.of(), Set.of(DomainName.of(text).orElseThrow()));
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example, https://shop.example/a, true",
        "shop.example, https://SHOP.Example/a, true",
        "SHOP.example., http://www.shop.example:8080?x=1, true",
        "shop.example, https://workshop.example/, false",
        "www.shop.example, https://shop.example/, false",
        "bücher.example, https://xn--bcher-kva.example/, true",
        "BÜCHER.example, https://neu.bücher.example/, true",
        "xn--bcher-kva.example, https://bücher.example#top, true",
        "shop.example, https://user@shop.example/{messageId}, true",
        "shop.example, https://other.example@other@shop.example/, true",
        "shop.example, https://shop.example@other.example/, false",
        "shop.example, https://%73hop.example/, true",
        "bücher.example, https://b%C3%BCcher.example/, true",
        "shop.example, https://{messageId}.shop.example/, true",
        "shop.example, https://%7BmessageId%7D.shop.example/, true",
        "shop.example, https://{messageId}.shop.example/a, true",
        "shop.example, https://%7BmessageId%7D.shop.example., true",
        "shop.example, https://shop%2Eexample/a, true",
        "shop.example, https://a@b@shop.example/, true",
        "shop.example, https://a+b.www.shop.example:8080/, true",
        "shop.example, https://-a。shop。example, true",
        "bücher.example, https://a+b.bücher.example, true",
        "shop.example, https://%zz.shop.example, true",
        "shop.example, https://{messageId}.workshop.example, false",
        "example, https://shop.example, true",
        "shop.example, https://other.example/?u=https://shop.example, false"
    })
    void aDomainStandsForItsSubdomainsHoweverItIsWritten(String domain, String url, boolean out) {
        CampaignAdvertiser nobody = advertiser(null, null);

        assertThat(domain(domain).match(linkingTo(url), nobody).isPresent()).isEqualTo(out);
    }

    @Test
    void aHostOfAnyNumberOfLabelsIsRead() {
        String url = "https://" + "a+b.".repeat(100_000) + "shop.example/";

        assertThat(DomainName.ofAddress(url)).hasValue("shop.example");
    }

    @Test
    void theAdvertisersOwnDomainsCountToo() {
        CampaignAdvertiser advertiser = advertiser(BUECHER.id(), BUECHER);

        assertThat(domain("bücher.example").match(linkingTo("https://cdn.example"), advertiser))
                .hasValue("domain xn--bcher-kva.example");
    }

    @ParameterizedTest
    @CsvSource({"BUECHER, true", "bücher ag, true", "BÜCHER-KAMPAGNE, true", "acme, false"})
    void anAdvertiserIsBlockedByIdAndByName(String name, boolean out) {
        Blocked blocked = new Blocked(Set.of(name), Set.of(), Set.of());

        assertThat(
                        blocked.match(
                                        linkingTo("https://x.example"),
                                        advertiser(BUECHER.id(), BUECHER))
                                .isPresent())
                .isEqualTo(out);
    }

    @ParameterizedTest
    @CsvSource({"52, true", "42, true", "53, false"})
    void aCategoryBlocksThoseBelowIt(String category, boolean out) {
        Blocked blocked = new Blocked(Set.of(), Set.of(category), Set.of());

        assertThat(
                        blocked.match(
                                        linkingTo("https://x.example"),
                                        advertiser(BUECHER.id(), BUECHER))
                                .isPresent())
                .isEqualTo(out);
    }

    @Test
    void listsAddUp() {
        Blocked both = domain("a.example").and(new Blocked(Set.of("Acme"), Set.of("1"), Set.of()));

        assertThat(both).isEqualTo(new Blocked(Set.of("acme"), Set.of("1"), Set.of("a.example")));
        assertThat(both.and(Blocked.NOTHING)).isEqualTo(both);
    }

    @ParameterizedTest
    @CsvSource({"'a b.example'", "''", "'https://a.example'", "-a.example", "'*.example'"})
    void whatIsNoDomainIsNone(String text) {
        assertThat(DomainName.of(text)).isEmpty();
    }
}
