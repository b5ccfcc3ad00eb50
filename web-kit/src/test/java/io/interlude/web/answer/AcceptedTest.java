package io.interlude.web.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.reactive.function.server.MockServerRequest;

class AcceptedTest {
    private static final MediaType CSV = MediaType.valueOf("text/csv");

    private static Optional<String> preferred(String accept) {
        return Accepted.preferred(
                        MockServerRequest.builder().header(HttpHeaders.ACCEPT, accept).build(),
                        MediaType.APPLICATION_JSON,
                        MediaType.APPLICATION_NDJSON,
                        CSV)
                .map(MediaType::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    text/csv                                       | text/csv
                    text/*                                         | text/csv
                    application/x-ndjson                           | application/x-ndjson
                    text/csv, application/x-ndjson                 | application/x-ndjson
                    text/csv, application/x-ndjson;q=0.1           | text/csv
                    application/json, text/csv                     | text/csv
                    application/json;q=0.5, application/x-ndjson   | application/x-ndjson
                    text/csv;q=0.2, */*                            | text/csv
                    text/csv;q=0.9, application/json;q=0.1         | text/csv
                    """)
    void takesTheFormThatIsNamed(String accept, String form) {
        assertThat(preferred(accept)).contains(form);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''
                    */*
                    application/json
                    application/*
                    text/html
                    no type
                    text/csv;q=0
                    application/json, text/csv;q=0.1
                    application/x-ndjson;q=0.1, application/*
                    """)
    void keepsToTheUsualForm(String accept) {
        assertThat(preferred(accept)).isEmpty();
    }

    @Test
    void keepsToTheUsualFormWithoutAHeader() {
        assertThat(
                        Accepted.preferred(
                                MockServerRequest.builder().build(),
                                MediaType.APPLICATION_JSON,
                                CSV))
                .isEmpty();
    }
}
