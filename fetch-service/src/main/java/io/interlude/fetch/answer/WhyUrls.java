package io.interlude.fetch.answer;

import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import java.net.URI;

/// Makes the links by which readers learn why they see an ad: `{base URL}/w/{token}`.
public final class WhyUrls {
    private static final String PATH = "/w/";

    private final String prefix;
    private final ClickTokens tokens;

    /// @param tokens as [ClickTokens#ofReasons] makes them
    public WhyUrls(URI baseUrl, ClickTokens tokens) {
        String base = baseUrl.toString();
        this.prefix = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + PATH;
        this.tokens = tokens;
    }

    String of(OrgId orgId, FetchId fetchId, CreativeVersion creative, AdReasons reasons) {
        long served = ServedCreativeKey.of(orgId, creative.id(), creative.version()).bits();
        return prefix + tokens.sign(fetchId, served, reasons.bits());
    }
}
