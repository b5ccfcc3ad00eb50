package io.interlude.web.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.StringUtils;

/// A path with variables, compared segment by segment.
final class PathPattern {
    /// The more literal pattern first, from left to right.
    static final Comparator<PathPattern> MOST_SPECIFIC_FIRST =
            (a, b) -> compareRanks(a.segments, b.segments);

    private final List<Segment> segments;

    private PathPattern(List<Segment> segments) {
        this.segments = List.copyOf(segments);
    }

    static boolean hasVariables(String pattern) {
        return pattern.indexOf('{') >= 0 || pattern.indexOf('}') >= 0;
    }

    /// @throws IllegalArgumentException if the pattern is malformed
    static PathPattern parse(String pattern) {
        List<Segment> segments = new ArrayList<>();
        for (String text : split(pattern)) {
            segments.add(Segment.parse(text, pattern));
        }
        for (Segment segment : segments.subList(0, segments.size() - 1)) {
            if (segment.kind() == Kind.TAIL) {
                throw malformed(pattern);
            }
        }
        if (segments.getFirst().kind() != Kind.LITERAL) {
            throw new IllegalArgumentException("first segment is a variable: " + pattern);
        }
        return new PathPattern(segments);
    }

    /// The segments of a path, without decoding: `/a/b` has two.
    static String[] split(String path) {
        return path.substring(1).split("/", -1);
    }

    /// The pattern without the names of its variables: equal for patterns that match the same.
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (Segment segment : segments) {
            shape.append('/').append(segment.before());
            shape.append(
                    switch (segment.kind()) {
                        case LITERAL -> "";
                        case VARIABLE -> "{}";
                        case TAIL -> "{*}";
                    });
            shape.append(segment.after());
        }
        return shape.toString();
    }

    String firstSegment() {
        return segments.getFirst().before();
    }

    /// The variables, if the path matches.
    Optional<Map<String, String>> match(String[] path) {
        boolean tail = segments.getLast().kind() == Kind.TAIL;
        if (tail ? path.length < segments.size() : path.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = HashMap.newHashMap(2);
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            String text = segment.kind() == Kind.TAIL ? tail(path, i) : path[i];
            if (!segment.matches(text)) {
                return Optional.empty();
            }
            if (segment.kind() != Kind.LITERAL) {
                variables.put(segment.variable(), segment.value(text));
            }
        }
        return Optional.of(variables);
    }

    private static String tail(String[] path, int from) {
        return String.join("/", List.of(path).subList(from, path.length));
    }

    private static int compareRanks(List<Segment> a, List<Segment> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int compared = Integer.compare(a.get(i).rank(), b.get(i).rank());
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(b.size(), a.size());
    }

    private static IllegalArgumentException malformed(String pattern) {
        return new IllegalArgumentException("malformed path pattern: " + pattern);
    }

    private enum Kind {
        LITERAL,
        VARIABLE,
        TAIL
    }

    /// A literal (all of it in `before`), or a variable between two fixed texts.
    private record Segment(Kind kind, String before, String variable, String after) {
        static Segment parse(String text, String pattern) {
            int open = text.indexOf('{');
            int close = text.indexOf('}');
            if (open < 0 && close < 0) {
                return new Segment(Kind.LITERAL, text, "", "");
            }
            boolean one = text.lastIndexOf('{') == open && text.lastIndexOf('}') == close;
            if (open < 0 || close < open + 2 || !one) {
                throw malformed(pattern);
            }
            String name = text.substring(open + 1, close);
            boolean tail = name.startsWith("*");
            if (tail && (text.length() != name.length() + 2 || name.length() == 1)) {
                throw malformed(pattern);
            }
            return new Segment(
                    tail ? Kind.TAIL : Kind.VARIABLE,
                    text.substring(0, open),
                    tail ? name.substring(1) : name,
                    text.substring(close + 1));
        }

        int rank() {
            return switch (kind) {
                case LITERAL -> Integer.MIN_VALUE;
                case VARIABLE -> -before.length() - after.length();
                case TAIL -> Integer.MAX_VALUE;
            };
        }

        boolean matches(String text) {
            if (kind == Kind.LITERAL) {
                return text.equals(before);
            }
            return text.length() > before.length() + after.length()
                    && text.startsWith(before)
                    && text.endsWith(after);
        }

        String value(String text) {
            String raw = text.substring(before.length(), text.length() - after.length());
            return raw.indexOf('%') < 0 ? raw : StringUtils.uriDecode(raw, UTF_8);
        }
    }
}
