package io.interlude.local.audit;

import io.interlude.local.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The findings of an audit, as a table.
final class AuditTable {
    private static final int ROWS_MAX = 100;
    private static final int BAR_WIDTH = 40;
    private static final List<String> DIMENSIONS =
            List.of(
                    "application",
                    "adUnit",
                    "campaign",
                    "lineItem",
                    "creative",
                    "format",
                    "conversionGoal",
                    "conversionName",
                    "eventName");
    private static final List<String> COLUMNS =
            List.of("granularity", "start", "metric", "served", "replayed", "cause");
    private static final List<String> BROKEN_COLUMNS =
            List.of("hour", "topic", "partition", "firstOffset", "lastOffset", "problem");

    private AuditTable() {}

    static String bar(double progress) {
        int done = (int) Math.round(progress * BAR_WIDTH);
        return "[%s%s] %3d %%"
                .formatted(
                        "#".repeat(done), ".".repeat(BAR_WIDTH - done), Math.round(progress * 100));
    }

    static void print(JsonNode audit, Terminal terminal) {
        terminal.line(
                "%s: %s records, %s cells (%s changing), %s differences, %s to %s"
                        .formatted(
                                audit.path("status").asString(),
                                text(audit, "records"),
                                text(audit, "cells"),
                                text(audit, "changingCells"),
                                text(audit, "differenceCount"),
                                text(audit, "from"),
                                text(audit, "to")));
        if (audit.has("description")) {
            terminal.line(audit.path("description").asString());
        }
        if (audit.has("manifests")) {
            printManifests(audit.path("manifests"), terminal);
        }
        if (audit.has("asOf")) {
            printRows(totals(audit), terminal);
        }
        if (!audit.path("differences").isEmpty()) {
            printRows(differences(audit), terminal);
        }
    }

    private static void printManifests(JsonNode manifests, Terminal terminal) {
        terminal.line(
                "manifests: %s verified, %s broken, %s hours not sealed yet, %s no longer available"
                        .formatted(
                                text(manifests, "verified"),
                                text(manifests, "brokenCount"),
                                text(manifests, "unsealed"),
                                text(manifests, "notAvailable")));
        if (!manifests.path("broken").isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(BROKEN_COLUMNS);
            for (JsonNode broken : manifests.path("broken")) {
                rows.add(BROKEN_COLUMNS.stream().map(column -> text(broken, column)).toList());
            }
            printRows(rows, terminal);
        }
    }

    private static List<List<String>> differences(JsonNode audit) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(COLUMNS);
        header.add("cell");
        rows.add(header);
        for (JsonNode difference : audit.path("differences")) {
            List<String> row = new ArrayList<>();
            COLUMNS.forEach(column -> row.add(text(difference, column)));
            List<String> cell = new ArrayList<>();
            for (String dimension : DIMENSIONS) {
                String value = difference.path(dimension).asString("");
                if (!value.isEmpty()) {
                    cell.add(dimension + '=' + value);
                }
            }
            row.add(String.join(" ", cell));
            rows.add(row);
        }
        return rows;
    }

    private static List<List<String>> totals(JsonNode audit) {
        List<String> columns =
                List.of(
                        "campaign",
                        "lineItem",
                        "currency",
                        "fetches",
                        "clicks",
                        "uniqueClicks",
                        "conversions",
                        "spend");
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns);
        for (JsonNode total : audit.path("totals")) {
            rows.add(columns.stream().map(column -> text(total, column)).toList());
        }
        return rows;
    }

    private static void printRows(List<List<String>> rows, Terminal terminal) {
        List<List<String>> shown = rows.subList(0, Math.min(rows.size(), ROWS_MAX + 1));
        int[] widths = new int[shown.getFirst().size()];
        for (List<String> row : shown) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        terminal.line("");
        for (List<String> row : shown) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String value = row.get(column);
                line.append(value).append(" ".repeat(widths[column] - value.length() + 2));
            }
            terminal.line(line.toString().stripTrailing());
        }
        if (rows.size() > shown.size()) {
            terminal.line("and %d more".formatted(rows.size() - shown.size()));
        }
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asString("-");
    }
}
