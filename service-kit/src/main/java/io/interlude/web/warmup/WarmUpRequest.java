package io.interlude.web.warmup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// A request of a [WarmUp].
///
/// @param body JSON; empty for none
/// @param status how it is answered when all is well
public record WarmUpRequest(String method, String path, String body, int status) {
    /// The request as it is sent, as a browser or an application would.
    byte[] bytes() {
        byte[] content = body.getBytes(UTF_8);
        String head =
                method
                        + ' '
                        + path
                        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                        + WarmUpEnvironment.KEY
                        + "\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0)"
                        + " Gecko/20100101 Firefox/140.0\r\nAccept: */*\r\n"
                        + (content.length == 0 ? "" : "Content-Type: application/json\r\n")
                        + (method.equals("GET") ? "" : "Content-Length: " + content.length + "\r\n")
                        + "\r\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(UTF_8));
        bytes.writeBytes(content);
        return bytes.toByteArray();
    }
}
