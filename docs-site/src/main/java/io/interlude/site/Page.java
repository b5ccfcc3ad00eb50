package io.interlude.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;

/// A parsed page.
final class Page {
    private static final int DEEPEST_SECTION = 3;

    /// In front of a paragraph that links lead to.
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([a-z0-9-]+)\">");

    private final Entry entry;
    private final Node document;
    private final Map<Heading, String> headingToId;
    private final Set<String> anchors;

    private Page(
            Entry entry, Node document, Map<Heading, String> headingToId, Set<String> anchors) {
        this.entry = entry;
        this.document = document;
        this.headingToId = headingToId;
        this.anchors = anchors;
    }

    static Page parse(Entry entry, String markdown) {
        Node document = Markdown.parse(markdown);
        Map<Heading, String> headingToId = new LinkedHashMap<>();
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> uses = new HashMap<>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        String id = id(Markdown.text(heading));
                        int before = uses.merge(id, 1, Integer::sum) - 1;
                        headingToId.put(heading, before == 0 ? id : id + '-' + before);
                    }

                    @Override
                    public void visit(HtmlInline html) {
                        Matcher anchor = ANCHOR.matcher(html.getLiteral());
                        if (anchor.matches()) {
                            anchors.add(anchor.group(1));
                        }
                    }
                });
        anchors.addAll(headingToId.values());
        return new Page(entry, document, headingToId, anchors);
    }

    /// As the project's host makes it, so that a link is good in both places.
    private static String id(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .strip()
                .replaceAll("[^\\p{L}\\p{M}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    Entry entry() {
        return entry;
    }

    Node document() {
        return document;
    }

    /// Names by which links lead into the page.
    Set<String> ids() {
        return Set.copyOf(anchors);
    }

    /// The first heading.
    String title() {
        return headingToId.keySet().stream().findFirst().map(Markdown::text).orElse(entry.title());
    }

    String html() {
        return Markdown.html(document, headingToId);
    }

    /// The sections that the search finds and the page's contents list.
    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        String heading = title();
        String id = "";
        StringBuilder words = new StringBuilder();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (!(node instanceof Heading next) || next.getLevel() > DEEPEST_SECTION) {
                words.append(Markdown.text(node)).append(' ');
            } else if (next.getLevel() > 1) {
                sections.add(new Section(entry.address(), title(), id, heading, words.toString()));
                heading = Markdown.text(next);
                id = headingToId.getOrDefault(next, "");
                words.setLength(0);
            }
        }
        sections.add(new Section(entry.address(), title(), id, heading, words.toString()));
        return sections;
    }

    /// Headings of the second level, which the page's own contents name, with their ids.
    Map<String, String> outline() {
        Map<String, String> idToHeading = new LinkedHashMap<>();
        headingToId.forEach((heading, id) -> {
            if (heading.getLevel() == 2) {
                idToHeading.put(id, Markdown.text(heading));
            }
        });
        return idToHeading;
    }

    /// The text between two headings, as the search reads it.
    ///
    /// @param page address of the page
    /// @param title of the page
    /// @param id of the heading; empty before the first one
    /// @param heading above it
    /// @param words without marks
    record Section(String page, String title, String id, String heading, String words) {}
}
