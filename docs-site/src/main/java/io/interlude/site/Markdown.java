package io.interlude.site;

import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Markdown as the project's host reads it: CommonMark with tables, and HTML as it is.
final class Markdown {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    /// Words of a heading, a link or a block, without its marks.
    static String text(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Text text) {
                        words.append(text.getLiteral());
                    }

                    @Override
                    public void visit(Code code) {
                        words.append(code.getLiteral());
                    }

                    @Override
                    public void visit(FencedCodeBlock block) {
                        words.append(block.getLiteral());
                    }

                    @Override
                    public void visit(IndentedCodeBlock block) {
                        words.append(block.getLiteral());
                    }

                    @Override
                    public void visit(SoftLineBreak end) {
                        words.append(' ');
                    }

                    @Override
                    public void visit(Paragraph paragraph) {
                        visitChildren(paragraph);
                        words.append(' ');
                    }

                    @Override
                    public void visit(CustomNode cell) {
                        visitChildren(cell);
                        words.append(' ');
                    }
                });
        return words.toString().strip().replaceAll("\\s+", " ");
    }

    /// HTML of a page. What may be wider than the window scrolls by itself, also by keyboard.
    ///
    /// @param headingToId what links to a heading name it by
    static String html(Node document, Map<Heading, String> headingToId) {
        HtmlRenderer renderer =
                HtmlRenderer.builder()
                        .extensions(EXTENSIONS)
                        .attributeProviderFactory(_ ->
                                (node, tag, attributes) ->
                                        addAttributes(node, tag, attributes, headingToId))
                        .build();
        return renderer.render(document)
                .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
    }

    private static void addAttributes(
            Node node,
            String tag,
            Map<String, String> attributes,
            Map<Heading, String> headingToId) {
        String id = node instanceof Heading heading ? headingToId.get(heading) : null;
        if (id != null) {
            attributes.put("id", id);
        }
        if (tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
        if (node instanceof Image) {
            attributes.put("loading", "lazy");
        }
        if (node instanceof Link link && link.getDestination().startsWith("http")) {
            attributes.put("rel", "noreferrer");
        }
    }
}
