package io.interlude.fetch.answer;

import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import java.net.URI;
import java.util.function.IntFunction;

/// Makes the click URLs of a served ad: `{base URL}/c/{token}`.
public final class ClickUrls {
    private static final String PATH = "/c/";

    private final String prefix;
    private final ClickTokens tokens;

    public ClickUrls(URI baseUrl, ClickTokens tokens) {
        String base = baseUrl.toString();
        this.prefix = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH;
        this.tokens = tokens;
    }

    /// The click URL of each action of the creative, by its index.
    IntFunction<String> of(OrgId orgId, FetchId fetchId, CreativeVersion creative) {
        long bits = ServedCreativeKey.of(orgId, creative.id(), creative.version()).bits();
        return actionIndex -> prefix + tokens.sign(fetchId, bits, actionIndex);
    }
}
