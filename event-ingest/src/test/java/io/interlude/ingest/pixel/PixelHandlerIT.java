package io.interlude.ingest.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.InMemoryJournal.Mood;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PixelHandlerIT {
    private static RunningIngest ingest;

    @BeforeAll
    static void start() {
        ingest = new RunningIngest();
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @BeforeEach
    void forget() {
        ingest.journal().become(Mood.WORKING);
        ingest.journal().forget();
    }

    @Test
    void recordsAnUnattributedConversion() {
        HttpResponse<String> response =
                ingest.get("/v1/event?key=fetch&name=order&value=19.99&cur=eur&messageId=");
        assertImage(response);
        assertThat(reason(response)).isEmpty();
        ConversionRecorded conversion = ingest.journal().of(Topics.CONVERSIONS).getFirst();
        assertThat(conversion.getConversionName()).isEqualTo("order");
        assertThat(conversion.getValueMicros()).isEqualTo(19_990_000L);
        assertThat(conversion.getCurrency()).isEqualTo("EUR");
        assertThat(conversion.getFetchId()).isNull();
        assertThat(conversion.getOrgId()).isEqualTo("acme");
        assertThat(conversion.getSource()).isEqualTo(EventSource.pixel);
    }

    @Test
    void recordsAValueUpToTheBoundOfItsKey() {
        assertThat(reason(ingest.get("/v1/event?key=tag&name=order&value=1000000"))).isEmpty();
        assertThat(ingest.journal().of(Topics.CONVERSIONS).getFirst().getValueMicros())
                .isEqualTo(1_000_000_000_000L);
    }

    @Test
    void attributesToTheFetchThatItNames() {
        FetchId fetch = Fetches.aFetch();
        assertThat(reason(ingest.get("/v1/event?key=tag&name=order&messageId=" + fetch))).isEmpty();
        assertThat(ingest.journal().of(Topics.CONVERSIONS).getFirst().getFetchId())
                .isEqualTo(fetch.toString());
        assertThat(ingest.journal().appended().getFirst().partition()).isEqualTo(fetch.partition());
    }

    @ParameterizedTest
    @CsvSource({
        "name=order, missing_api_key",
        "key=nonsense&name=order, invalid_api_key",
        "key=read&name=order, key_not_allowed",
        "key=fetch, invalid_event_data",
        "key=fetch&name=order&value=free, invalid_event_data",
        "key=fetch&name=order&cur=EURO, invalid_event_data",
        "key=fetch&name=order&value=1e99999999999, invalid_event_data",
        "key=fetch&name=order&value=NaN, invalid_event_data",
        "key=fetch&name=order&value=-1, invalid_event_data",
        "key=tag&name=order&value=1000000.01, invalid_event_data",
        "key=tag&name=order&value=999999999999, invalid_event_data",
        "key=mgmt&name=order&value=999999999999, invalid_event_data",
        "key=fetch&name=order&messageId=%7BmessageId%7D, unknown_fetch"
    })
    void isAnImageWhateverWentWrong(String query, String reason) {
        HttpResponse<String> response = ingest.get("/v1/event?" + query);
        assertImage(response);
        assertThat(reason(response)).isEqualTo(reason);
        assertThat(ingest.journal().of(Topics.CONVERSIONS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "User-Agent, Mozilla/5.0 (compatible; Googlebot/2.1), declared_bot",
        "Sec-Purpose, prefetch;prerender, prefetch"
    })
    void marksInvalidTraffic(String header, String value, String trafficClass) {
        HttpResponse<String> response = ingest.get("/v1/event?key=fetch&name=order", header, value);
        assertImage(response);
        assertThat(reason(response)).isEmpty();
        assertThat(ingest.journal().of(Topics.CONVERSIONS).getFirst().getInvalidTraffic())
                .isEqualTo(trafficClass);
    }

    @Test
    void marksNothingElse() {
        ingest.get("/v1/event?key=fetch&name=order", "User-Agent", "Mozilla/5.0 (iPhone)");
        assertThat(ingest.journal().of(Topics.CONVERSIONS).getFirst().getInvalidTraffic()).isNull();
    }

    @Test
    void tellsWhyNothingWasRecorded() {
        HttpResponse<String> sandbox =
                ingest.get("/v1/event?key=fetch&name=n&messageId=" + Fetches.aSandboxFetch());
        assertThat(reason(sandbox)).isEqualTo("sandbox");
        ingest.journal().become(Mood.REFUSING);
        HttpResponse<String> away = ingest.get("/v1/event?key=fetch&name=n");
        assertImage(away);
        assertThat(reason(away)).isEqualTo("journal_unavailable");
    }

    private static void assertImage(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("image/gif");
        assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(response.body()).startsWith("GIF89a");
    }

    private static String reason(HttpResponse<String> response) {
        return response.headers().firstValue("X-Interlude-Reason").orElse("");
    }
}
