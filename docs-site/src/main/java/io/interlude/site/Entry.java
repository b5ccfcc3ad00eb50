package io.interlude.site;

/// A page as the table of contents names it.
///
/// @param title in the navigation
/// @param source file from the root of the project, such as `docs/guides/agents.md`
record Entry(String title, String source) {
    private static final String README = "README.md";

    /// Where it is below `/docs`, such as `guides/agents`; empty for the start.
    String path() {
        return switch (source) {
            case Contents.SOURCE -> "";
            case README -> "start";
            case "CONTRIBUTING.md" -> "contributing";
            default ->
                    source.startsWith("docs/")
                            ? place(source.substring("docs/".length()))
                            : "modules/" + place(source);
        };
    }

    /// Its address in the product.
    String address() {
        return path().isEmpty() ? "/docs" : "/docs/" + path();
    }

    /// Its file among the site's.
    String file() {
        return (path().isEmpty() ? "index" : path()) + ".html";
    }

    private static String place(String file) {
        return file.endsWith('/' + README)
                ? file.substring(0, file.length() - README.length() - 1)
                : file.substring(0, file.length() - ".md".length());
    }
}
