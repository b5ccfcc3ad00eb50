package io.interlude.report.prediction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.web.answer.Answers;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PredictionPiecesTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final int AD_UNITS = 5_000;

    private static OrgCatalogue manyAdUnits() {
        Candidate candidate =
                new NamedCatalogue().org(ACME).orElseThrow().lineItems().iterator().next();
        List<AdUnit> adUnits =
                IntStream.range(0, AD_UNITS)
                        .mapToObj(i -> "unit-" + i)
                        .map(code -> new AdUnit(new AdUnitId(code), code, code, null, Set.of()))
                        .toList();
        return OrgCatalogue.compile(
                ACME,
                1,
                new OrgCatalogue.Resources(
                        List.of(),
                        adUnits,
                        List.of(candidate.campaign()),
                        List.of(candidate.lineItem()),
                        List.of()));
    }

    @Test
    void writesManyAdUnitsInSmallPieces() {
        OrgCatalogue catalogue = manyAdUnits();
        PredictionPieces pieces =
                new PredictionPieces(
                        catalogue,
                        catalogue.lineItems().iterator().next(),
                        OrgPredictions.of(catalogue, _ -> List.of()),
                        Instant.EPOCH);
        StringBuilder all = new StringBuilder();
        while (pieces.hasNext()) {
            byte[] piece = pieces.next();
            assertThat(piece.length).isLessThan(2 * Answers.PIECE_BYTES);
            all.append(new String(piece, UTF_8));
        }

        JsonNode body = Json.MAPPER.readTree(all.toString());
        assertThat(body.path("creatives").isArray()).isTrue();
        assertThat(List.copyOf(body.path("adUnitLifts").propertyNames()))
                .hasSize(AD_UNITS)
                .isSorted()
                .contains("unit-4999");
    }
}
