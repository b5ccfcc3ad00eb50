package io.interlude.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The site as the build made it, read as a browser would: from the start by its links.
final class BuiltSiteTest {
    private static final Path SITE = Path.of("target", "classes", "site");
    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

    /// What the product serves beside the site's files.
    private static final Set<String> OF_THE_PRODUCT =
            Set.of("/console", "/docs/lib/swagger-ui.css", "/docs/lib/swagger-ui-bundle.js");

    private static final Pattern INLINE =
            Pattern.compile("<style|<script(?![^>]* src=)|<[^>]+ (style|on[a-z]+)=");

    @Test
    void everyPageIsReachedFromTheStartAndNoLinkIsDead() throws IOException {
        // when
        Set<String> reached = new TreeSet<>();
        List<String> dead = new ArrayList<>();
        Deque<String> next = new ArrayDeque<>(List.of("index.html"));
        while (!next.isEmpty()) {
            String file = next.remove();
            if (reached.add(file) && file.endsWith(".html")) {
                for (String target : references(file)) {
                    follow(file, target, next, dead);
                }
            }
        }

        // then: what scripts and style sheets name is no link
        assertThat(dead).isEmpty();
        reached.add("search.json");
        assertThat(reached)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(SITE.resolve("files.txt")));
    }

    private static void follow(String file, String target, Deque<String> next, List<String> dead)
            throws IOException {
        if (target.matches("(https?|data):.*") || OF_THE_PRODUCT.contains(target)) {
            return;
        }
        String[] parts = target.split("#", 2);
        String other = parts[0].isEmpty() ? file : file(parts[0]);
        String id = parts.length == 2 ? parts[1] : "";
        if (Files.isRegularFile(SITE.resolve(other)) && hasPlace(other, id)) {
            next.add(other);
        } else {
            dead.add(file + " to " + target);
        }
    }

    private static boolean hasPlace(String file, String id) throws IOException {
        return id.isEmpty() || read(file).contains(" id=\"" + id + '"');
    }

    private static String file(String address) {
        if (address.equals("/docs")) {
            return "index.html";
        }
        String place = address.replaceFirst("^/docs/", "");
        return place.matches(".*\\.[a-z]+") ? place : place + ".html";
    }

    private static List<String> references(String file) throws IOException {
        return REFERENCE.matcher(read(file)).results().map(found -> found.group(1)).toList();
    }

    private static String read(String file) throws IOException {
        return Files.readString(SITE.resolve(file));
    }

    @Test
    void noPageHasAnythingThatItsPolicyForbids() throws IOException {
        for (String file : Files.readAllLines(SITE.resolve("files.txt"))) {
            if (file.endsWith(".html")) {
                Matcher inline = INLINE.matcher(read(file));
                assertThat(inline.find()).as(file).isFalse();
            }
        }
    }
}
