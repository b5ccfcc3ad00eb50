package io.interlude.site;

import java.util.List;
import java.util.Map;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.HtmlRenderer;

/// The frame of every page around its text: navigation, the page's own contents, the pages before
/// and after, search, version. Nothing is inline, so that a strict policy can forbid that.
final class Layout {
    /// Files of the site that are written by hand.
    static final List<String> ASSETS =
            List.of("api.css", "api.js", "site.css", "site.js", "theme.js");

    private static final String API = "api";

    private static final HtmlRenderer ESCAPER = HtmlRenderer.builder().build();

    private static final String PAGE =
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>{title} · Interlude</title>
            <link rel="icon" href="data:,">
            <script src="/docs/theme.js"></script>
            {styles}<link rel="stylesheet" href="/docs/site.css">
            <script defer src="/docs/site.js"></script>
            {scripts}</head>
            <body class="{kind}">
            <header class="bar">
            <a class="brand" href="/docs">Interlude <span>documentation</span></a>
            <form id="search" role="search" hidden>
            <input id="query" type="search" aria-label="Search the documentation" placeholder="Search: press /" autocomplete="off" spellcheck="false">
            </form>
            <div class="tools">
            <a class="to-contents" href="#contents">Contents</a>
            <details class="versions"><summary aria-label="Version {version}">{version}</summary>
            <div><ul><li><a href="/docs" aria-current="true">{version}</a></li></ul>
            <p>A product serves the documentation of its own version.</p></div></details>
            <button id="theme" type="button" hidden>Theme</button>
            <a href="/console">Console</a>
            </div>
            <div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
            </header>
            <div class="frame">
            <main id="text" tabindex="-1">
            {text}{turn}</main>
            {outline}<nav id="contents" class="site" aria-label="Documentation">
            {navigation}</nav>
            </div>
            </body>
            </html>
            """;

    private final Contents contents;
    private final String version;

    Layout(Contents contents, String version) {
        this.contents = contents;
        this.version = version;
    }

    String html(Page page) {
        boolean api = page.entry().path().equals(API);
        return PAGE.replace("{title}", escaped(page.title()))
                .replace("{version}", escaped(version))
                .replace("{kind}", api ? "wide" : "text")
                .replace("{styles}", api ? style("lib/swagger-ui.css") + style("api.css") : "")
                .replace(
                        "{scripts}",
                        api ? script("lib/swagger-ui-bundle.js") + script("api.js") : "")
                .replace("{navigation}", navigation(page.entry()))
                .replace("{outline}", api ? "" : outline(page.outline()))
                .replace("{turn}", api ? "<div id=\"api\"></div>\n" : turn(page.entry()))
                .replace("{text}", page.html());
    }

    private static String style(String file) {
        return "<link rel=\"stylesheet\" href=\"/docs/" + file + "\">\n";
    }

    private static String script(String file) {
        return "<script defer src=\"/docs/" + file + "\"></script>\n";
    }

    private String navigation(Entry here) {
        StringBuilder html = new StringBuilder();
        for (Contents.Group group : contents.groups()) {
            boolean open = group.entries().contains(here);
            if (!group.title().isEmpty()) {
                html.append(open ? "<details open>" : "<details>")
                        .append("<summary>")
                        .append(escaped(group.title()))
                        .append("</summary>\n");
            }
            html.append("<ul>\n");
            for (Entry entry : group.entries()) {
                html.append("<li>")
                        .append(link(entry, entry.equals(here) ? " aria-current=\"page\"" : ""))
                        .append("</li>\n");
            }
            html.append(group.title().isEmpty() ? "</ul>\n" : "</ul></details>\n");
        }
        return html.toString();
    }

    private static String outline(Map<String, String> idToHeading) {
        if (idToHeading.size() < 2) {
            return "";
        }
        StringBuilder html =
                new StringBuilder(
                        "<nav class=\"page\" aria-label=\"On this page\"><h2>On this page</h2>\n<ul>\n");
        idToHeading.forEach((id, heading) ->
                html.append("<li><a href=\"#%s\">%s</a></li>\n".formatted(id, escaped(heading))));
        return html.append("</ul></nav>\n").toString();
    }

    private String turn(Entry here) {
        List<Entry> all = contents.entries();
        int index = all.indexOf(here);
        String before = index > 0 ? link(all.get(index - 1), " rel=\"prev\"") : "";
        String after = index < all.size() - 1 ? link(all.get(index + 1), " rel=\"next\"") : "";
        return "<nav class=\"turn\" aria-label=\"Before and after\">" + before + after + "</nav>\n";
    }

    private static String link(Entry entry, String attributes) {
        return "<a href=\"%s\"%s>%s</a>"
                .formatted(entry.address(), attributes, escaped(entry.title()));
    }

    private static String escaped(String text) {
        return ESCAPER.render(new Text(text));
    }
}
