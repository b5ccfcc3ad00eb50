package io.interlude.journey;

import java.util.List;

/// Who calls: with which key, from which page.
///
/// @param kind of the key; empty for what is no key at all
/// @param origin of the page; empty for none
/// @param always what every path that asks for a key answers, as `status reason`; empty where it
///   depends on the key's kind
record MatrixCaller(
        String name, Api api, String kind, String origin, String always, boolean isForeign) {
    private static final String OPERATOR = "operator";
    private static final String INVALID = "401 invalid_api_key";
    private static final String NOT_ALLOWED = "403 key_not_allowed";

    /// Everybody who may come, those who may not call anything and those of the other org included.
    static List<MatrixCaller> all(MatrixOrg own, MatrixOrg other) {
        Api api = own.management();
        String page = MatrixOrg.ORIGIN;
        return List.of(
                own("fetch", api.withKey(own.key("fetch")), "fetch", ""),
                own("tag from its page", api.withKey(own.key("tag")), "tag", page),
                own("mgmt", api.withKey(own.key("mgmt")), "mgmt", ""),
                own("mgmt after its rotation", api.withKey(own.key("rotated")), "mgmt", ""),
                own("read", api.withKey(own.key("read")), "read", ""),
                stranger("none", api.withKey(""), "401 missing_api_key"),
                stranger("malformed", api.withKey("il_mgmt_"), INVALID),
                stranger("unknown", api.withKey("il_mgmt_" + "0".repeat(43)), INVALID),
                stranger("revoked", api.withKey(own.key("revoked")), INVALID),
                stranger("ended by a rotation", api.withKey(own.key("ended")), INVALID),
                new MatrixCaller(
                        "tag from another page",
                        api.withKey(own.key("tag")),
                        "tag",
                        "https://evil.example",
                        NOT_ALLOWED,
                        true),
                new MatrixCaller(
                        "tag from nowhere",
                        api.withKey(own.key("tag")),
                        "tag",
                        "",
                        NOT_ALLOWED,
                        true),
                foreign("mgmt", other),
                foreign("read", other),
                foreign("fetch", other),
                new MatrixCaller(
                        OPERATOR,
                        api.withKey(ProductProcess.OPERATOR_TOKEN),
                        OPERATOR,
                        "",
                        "",
                        true));
    }

    private static MatrixCaller own(String name, Api api, String kind, String origin) {
        return new MatrixCaller(name, api, kind, origin, "", false);
    }

    private static MatrixCaller stranger(String name, Api api, String always) {
        return new MatrixCaller(name, api, "", "", always, true);
    }

    private static MatrixCaller foreign(String kind, MatrixOrg other) {
        Api api = other.management().withKey(other.key(kind));
        return new MatrixCaller("other org's " + kind, api, kind, "", "", true);
    }

    /// Whether nothing that it calls can be done.
    boolean isRefusedEverywhere() {
        return !always.isEmpty();
    }

    /// What it is answered where these kinds are let in, as `status reason`; empty where it is let
    /// in.
    String refusal(List<String> kinds) {
        if (kinds.contains(OPERATOR)) {
            return kind.equals(OPERATOR) ? "" : always.startsWith("401 m") ? always : INVALID;
        }
        if (kind.equals(OPERATOR)) {
            return INVALID;
        }
        if (!always.isEmpty()) {
            return always;
        }
        return kinds.contains(kind) ? "" : NOT_ALLOWED;
    }
}
