package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/// What a publisher blocks in the settings, on an application or on an ad unit: the card that leads
/// to `shop.example.com`, and the advertiser, a theme park at `xn--bcher-kva.example`.
final class BlockJourney {
    private static final String SETTINGS = "/v1/manage/settings";
    private static final String AD_UNIT = "/v1/manage/ad-units/pause";
    private static final String APPLICATION = "/v1/manage/applications/app";
    private static final String FETCH = "{\"adUnit\": \"pause\"}";
    private static final int FETCHES = 10;

    private static final List<Block> BLOCKS =
            List.of(
                    new Block(SETTINGS, "", "\"domains\": [\"EXAMPLE.com\"]"),
                    new Block(SETTINGS, "", "\"domains\": [\"Bücher.EXAMPLE\"]"),
                    new Block(SETTINGS, "", "\"categories\": [\"150\"]"),
                    new Block(
                            AD_UNIT,
                            "\"id\": \"pause\", \"code\": \"pause\", \"name\": \"A pause\"",
                            "\"domains\": [\"XN--BCHER-KVA.example\"]"),
                    new Block(
                            APPLICATION,
                            "\"id\": \"app\", \"name\": \"App\"",
                            "\"advertisers\": [\"PARKS\"]"));

    private BlockJourney() {}

    /// How many changes are told of.
    static int changes() {
        return 2 * BLOCKS.size();
    }

    /// @param quickest is told how long each change took to be in effect
    static void blockAndLetIn(Bookings booked, BiConsumer<String, Duration> quickest)
            throws IOException, InterruptedException {
        booked.management()
                .expect(
                        201,
                        "POST",
                        "/v1/manage/advertisers",
                        """
                        {"id": "parks", "name": "Parks", "domains": ["bücher.example"], "categories": ["151"]}\
                        """);
        put(
                booked,
                "/v1/manage/campaigns/campaign",
                """
                {"id": "campaign", "name": "Campaign", "advertiserName": "Advertiser",
                 "advertiserId": "parks", "status": "active"}\
                """);
        for (Block block : BLOCKS) {
            put(booked, block.path(), block.withIt());
            CatalogueChangesJourney.soon(
                    quickest,
                    block.path() + " blocks " + block.blocked(),
                    () -> booked.publisher().fetch(FETCH).statusCode() == 204);
            for (int i = 0; i < FETCHES; i++) {
                assertThat(booked.publisher().fetch(FETCH).statusCode()).isEqualTo(204);
            }
            assertThat(booked.publisher().fetch("{\"adUnit\": \"pause\", \"test\": true}").body())
                    .contains("\"rule\":\"blocked\"");
            put(booked, block.path(), block.withoutIt());
            CatalogueChangesJourney.soon(
                    quickest,
                    block.path() + " lets in " + block.blocked(),
                    () -> booked.publisher().fetch(FETCH).statusCode() == 200);
        }
    }

    private static void put(Bookings booked, String path, String body)
            throws IOException, InterruptedException {
        var answer = booked.management().put(path, "*", body);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
    }

    /// @param fields of the resource besides
    /// @param blocked one list
    private record Block(String path, String fields, String blocked) {
        String withIt() {
            String comma = fields.isEmpty() ? "" : ", ";
            return "{" + fields + comma + "\"blocked\": {" + blocked + "}}";
        }

        String withoutIt() {
            return "{" + fields + "}";
        }
    }
}
