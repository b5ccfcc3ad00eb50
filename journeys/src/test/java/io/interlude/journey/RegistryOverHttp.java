package io.interlude.journey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;

/// Gets writer schemas by id, as any client of a Confluent registry does.
final class RegistryOverHttp {
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, GenericDatumReader<GenericRecord>> idToReader = new HashMap<>();
    private final URI registry;

    RegistryOverHttp(URI registry) {
        this.registry = registry;
    }

    GenericDatumReader<GenericRecord> reader(int schemaId) {
        return idToReader.computeIfAbsent(schemaId, id -> new GenericDatumReader<>(schema(id)));
    }

    private Schema schema(int id) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(registry + "/schemas/ids/" + id)).build();
        try {
            String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return new Schema.Parser().parse(Api.JSON.readTree(body).path("schema").asString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
