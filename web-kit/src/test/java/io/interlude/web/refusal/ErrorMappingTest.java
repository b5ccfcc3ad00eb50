package io.interlude.web.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.CatalogueFullException;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.json.Json;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ErrorMappingTest {
    @Test
    void anOrgBeyondItsShareOfTheDiskComesBackLater() {
        Problem problem = ErrorMapping.problem(new DiskShareUsedUpException()).orElseThrow();

        assertThat(problem.reason()).isEqualTo(Reason.OVERLOADED);
        assertThat(problem.headers()).containsEntry("Retry-After", "60");
    }

    @Test
    void aFullCatalogueIsARuleThatTheChangeBreaks() {
        Throwable error = new CompletionException(new CatalogueFullException(900, 200, 1_000));

        Problem problem = ErrorMapping.problem(error).orElseThrow();

        assertThat(problem.reason()).isEqualTo(Reason.INVALID_RESOURCE);
        assertThat(problem.description()).contains("1100 bytes", "may take 1000");
        JsonNode violation = Json.MAPPER.valueToTree(problem.fields()).at("/violations/0");
        assertThat(violation.propertyNames()).containsExactlyInAnyOrder("path", "rule", "message");
        assertThat(violation.path("rule").asString()).isEqualTo("catalogue_size");
    }
}
