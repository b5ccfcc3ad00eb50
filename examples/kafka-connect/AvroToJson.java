import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.storage.Converter;

/// A converter for sinks that write lines: Avro in Confluent's wire format, with schemas of a
/// registry that speaks Confluent's protocol, to a JSON text. For sinks that need columns, take
/// Confluent's own converter.
///
/// `value.converter.schema.registry.url` names the registry, as with Confluent's.
public final class AvroToJson implements Converter {
    private static final int PREFIX_BYTES = 5;

    private final Map<Integer, GenericDatumReader<Object>> idToReader = new ConcurrentHashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private String registry = "";

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        registry = String.valueOf(settings.get("schema.registry.url"));
    }

    @Override
    public SchemaAndValue toConnectData(String topic, byte[] bytes) {
        if (bytes == null) {
            return SchemaAndValue.NULL;
        }
        if (bytes.length < PREFIX_BYTES || bytes[0] != 0) {
            throw new DataException("no record in Confluent's wire format in " + topic);
        }
        int id = ByteBuffer.wrap(bytes).getInt(1);
        try {
            Object value =
                    idToReader
                            .computeIfAbsent(id, this::reader)
                            .read(
                                    null,
                                    DecoderFactory.get()
                                            .binaryDecoder(bytes, PREFIX_BYTES, bytes.length - PREFIX_BYTES, null));
            return new SchemaAndValue(Schema.OPTIONAL_STRING_SCHEMA, value.toString());
        } catch (IOException e) {
            throw new DataException("a record of " + topic + " is not of its schema " + id, e);
        }
    }

    private GenericDatumReader<Object> reader(int id) {
        try {
            HttpResponse<String> answer =
                    http.send(
                            HttpRequest.newBuilder(URI.create(registry + "/schemas/ids/" + id)).build(),
                            HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new RetriableException("the registry answered " + answer.statusCode());
            }
            return new GenericDatumReader<>(
                    new org.apache.avro.Schema.Parser()
                            .parse(json.readTree(answer.body()).path("schema").asText()));
        } catch (IOException e) {
            throw new RetriableException("the registry cannot be reached", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException(e);
        }
    }

    @Override
    public byte[] fromConnectData(String topic, Schema schema, Object value) {
        throw new UnsupportedOperationException("for sinks only");
    }
}
