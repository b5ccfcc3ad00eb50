package io.interlude.web.page;

import io.interlude.domain.digest.Sha256;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// A file in memory that is the same for every client. It has a strong validator for each of its
/// encodings, and goes out gzipped to who takes that and gains by it.
public final class StaticFile {
    private static final Map<String, String> CONTENT_TYPES =
            Map.ofEntries(
                    Map.entry("html", "text/html;charset=UTF-8"),
                    Map.entry("md", "text/markdown;charset=UTF-8"),
                    Map.entry("css", "text/css;charset=UTF-8"),
                    Map.entry("js", "text/javascript;charset=UTF-8"),
                    Map.entry("json", "application/json"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("tsv", "text/tab-separated-values;charset=UTF-8"),
                    Map.entry("tgz", "application/gzip"),
                    Map.entry("jar", "application/java-archive"),
                    Map.entry("pom", "application/xml"),
                    Map.entry("whl", "application/zip"),
                    Map.entry("webp", "image/webp"));

    private static final int DIGEST_BYTES_SHOWN = 12;

    /// No client names so many codings or validators.
    private static final int MOST_VALUES = 32;

    /// `q=` and at most three digits after the point; some send a few more.
    private static final int LONGEST_WEIGHT = 12;

    private final String contentType;
    private final Form plain;
    private final Form gzipped;

    private StaticFile(String contentType, byte[] content) {
        String digest = digest(content);
        this.contentType = contentType;
        this.plain = new Form(content, '"' + digest + '"', Map.of());
        byte[] small = gzip(content);
        this.gzipped =
                small.length < content.length
                        ? new Form(
                                small,
                                '"' + digest + "-gzip\"",
                                Map.of(HttpHeaders.CONTENT_ENCODING, "gzip"))
                        : plain;
    }

    /// A file of a type that its name's ending tells.
    ///
    /// @throws IllegalArgumentException if the ending is none of html, css, js, json, md, svg, tsv,
    ///   tgz, jar, pom, whl and webp
    public static StaticFile of(String name, byte[] content) {
        String type = CONTENT_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalArgumentException("no content type for " + name);
        }
        return new StaticFile(type, content.clone());
    }

    /// The bytes of a resource.
    ///
    /// @param path from the root of the class path, without a slash in front
    /// @throws IllegalArgumentException if there is none
    public static byte[] read(String path) {
        try (InputStream file = StaticFile.class.getResourceAsStream('/' + path)) {
            if (file == null) {
                throw new IllegalArgumentException("not on the class path: " + path);
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Serves it on a path, to GET and HEAD, with more headers.
    public void serve(RouteTable routes, String path, Map<String, String> headers) {
        HandlerFunction<ServerResponse> handler = request -> answer(request, headers);
        routes.handle(HttpMethod.GET, path, handler).handle(HttpMethod.HEAD, path, handler);
    }

    /// The answer to a request for it, with more headers: 304 where the asker has it already.
    public Mono<ServerResponse> answer(ServerRequest request, Map<String, String> headers) {
        Form form = takesGzip(request) ? gzipped : plain;
        Map<String, String> all = new HashMap<>(headers);
        all.put(HttpHeaders.ETAG, form.etag);
        all.put(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        if (has(request, form)) {
            return Answers.empty(304, all);
        }
        all.putAll(form.headers);
        return Answers.bytes(200, contentType, form.content, all);
    }

    private static boolean takesGzip(ServerRequest request) {
        return values(request, HttpHeaders.ACCEPT_ENCODING).stream().anyMatch(StaticFile::isGzip);
    }

    /// Whether a coding is gzip with a weight over 0 (RFC 9110, 12.4.2), read once from left to
    /// right: a client chooses the text.
    static boolean isGzip(String coding) {
        int parameter = coding.indexOf(';');
        String name = parameter < 0 ? coding : coding.substring(0, parameter);
        if (!name.strip().equalsIgnoreCase("gzip")) {
            return false;
        }
        return parameter < 0 || isOverZero(coding.substring(parameter + 1).strip());
    }

    private static boolean isOverZero(String weight) {
        boolean readable =
                weight.length() > 2
                        && weight.length() <= LONGEST_WEIGHT
                        && weight.regionMatches(true, 0, "q=", 0, 2);
        if (!readable) {
            return false;
        }
        try {
            double value = Double.parseDouble(weight.substring(2));
            return value > 0 && value <= 1;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean has(ServerRequest request, Form form) {
        return values(request, HttpHeaders.IF_NONE_MATCH).stream()
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .anyMatch(tag -> tag.equals(form.etag) || tag.equals("*"));
    }

    /// The first values of a header that lists some.
    private static List<String> values(ServerRequest request, String header) {
        return request.headers().header(header).stream()
                .flatMap(value -> Arrays.stream(value.split(",", MOST_VALUES + 1)))
                .limit(MOST_VALUES)
                .map(String::strip)
                .toList();
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String digest(byte[] content) {
        return HexFormat.of().formatHex(Sha256.of(content), 0, DIGEST_BYTES_SHOWN);
    }

    /// The content in one encoding.
    private static final class Form {
        private final byte[] content;
        private final String etag;
        private final Map<String, String> headers;

        private Form(byte[] content, String etag, Map<String, String> headers) {
            this.content = content;
            this.etag = etag;
            this.headers = headers;
        }
    }
}
