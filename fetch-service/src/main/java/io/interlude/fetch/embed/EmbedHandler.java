package io.interlude.fetch.embed;

import io.interlude.domain.digest.Sha256;
import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.page.StaticFile;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import tools.jackson.databind.node.ObjectNode;

/// The script that publishers put on their pages, for every origin. It is here because it asks the
/// server that it came from for ads.
///
/// `/embed/interlude.js` is always the newest, `/embed/{version}/interlude.js` this one for ever,
/// and `/embed/interlude.json` tells the version with its digest for Subresource Integrity.
public final class EmbedHandler implements RouteGroup {
    private static final String SCRIPT = "embed/interlude.js";
    private static final String VERSIONED = "/embed/{version}/interlude.js";
    private static final Problem OTHER_VERSION =
            Problem.of(
                    Reason.NOT_FOUND,
                    "This version is not served here: /embed/interlude.json names the one that is.");
    private static final int VERSION_BYTES = 6;

    private static final String TEN_MINUTES = "public, max-age=600, stale-while-revalidate=86400";
    private static final String FOR_EVER = "public, max-age=31536000, immutable";

    @Override
    public void register(RouteTable routes) {
        byte[] content = StaticFile.read(SCRIPT);
        String version = version(content);
        String versioned = VERSIONED.replace("{version}", version);
        StaticFile script = StaticFile.of(SCRIPT, content);
        script.serve(routes, "/" + SCRIPT, headers(TEN_MINUTES));
        HandlerFunction<ServerResponse> pinned =
                request ->
                        request.pathVariable("version").equals(version)
                                ? script.answer(request, headers(FOR_EVER))
                                : Answers.problem(OTHER_VERSION);
        routes.handle(HttpMethod.GET, VERSIONED, pinned).handle(HttpMethod.HEAD, VERSIONED, pinned);
        StaticFile.of("interlude.json", manifest(content, versioned))
                .serve(routes, "/embed/interlude.json", headers(TEN_MINUTES));
    }

    private static byte[] manifest(byte[] content, String versioned) {
        ObjectNode manifest =
                Json.MAPPER
                        .createObjectNode()
                        .put("version", version(content))
                        .put("script", versioned)
                        .put("integrity", integrity(content));
        return Json.MAPPER.writeValueAsBytes(manifest);
    }

    private static Map<String, String> headers(String cacheControl) {
        Map<String, String> headers = new HashMap<>();
        headers.put(HttpHeaders.CACHE_CONTROL, cacheControl);
        // Without them neither an integrity check nor a page that isolates itself could load it.
        headers.put(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        headers.put("Cross-Origin-Resource-Policy", "cross-origin");
        return headers;
    }

    private static String version(byte[] content) {
        return HexFormat.of().formatHex(Sha256.of(content), 0, VERSION_BYTES);
    }

    private static String integrity(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-384").digest(content);
            return "sha384-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-384", e);
        }
    }
}
