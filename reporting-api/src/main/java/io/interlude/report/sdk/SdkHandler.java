package io.interlude.report.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.page.LazyFile;
import io.interlude.web.page.PageHeaders;
import io.interlude.web.page.StaticFile;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.function.Supplier;

/// `/sdk/`: the packages for publishers, and a page that says how to install them. They hold no
/// secret and need no key. Each is packed at its first request.
public final class SdkHandler implements RouteGroup {
    private static final String FOLDER = "/sdk/";

    /// Nothing but the page's own text and style.
    private static final Map<String, String> HEADERS =
            PageHeaders.with(
                    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none';"
                            + " form-action 'none'; frame-ancestors 'none'");

    @Override
    public void register(RouteTable routes) {
        String npm = NpmPackage.fileName();
        String wheel = Wheel.fileName();
        Supplier<byte[]> page =
                () ->
                        new String(StaticFile.read("sdk/index.html"), UTF_8)
                                .replace("{npm}", npm)
                                .replace("{wheel}", wheel)
                                .replace("{version}", JavaPackage.CLIENT.version())
                                .getBytes(UTF_8);
        new LazyFile("index.html", page).serve(routes, FOLDER, HEADERS);
        new LazyFile(npm, NpmPackage::build).serve(routes, FOLDER + npm, HEADERS);
        new LazyFile(wheel, Wheel::build).serve(routes, FOLDER + wheel, HEADERS);
        for (JavaPackage java : JavaPackage.values()) {
            LazyFile jar = new LazyFile(java.fileName("jar"), java::jar);
            jar.serve(routes, FOLDER + java.fileName("jar"), HEADERS);
            jar.serve(routes, FOLDER + java.pathInRepository("jar"), HEADERS);
            new LazyFile(java.fileName("pom"), java::pom)
                    .serve(routes, FOLDER + java.pathInRepository("pom"), HEADERS);
        }
    }
}
