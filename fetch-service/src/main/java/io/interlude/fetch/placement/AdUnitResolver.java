package io.interlude.fetch.placement;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Application;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.fetch.placement.DefaultAdUnits.Wanted;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Finds the ad unit that a fetch fills: the one of its code, else the application's default, else
/// (for a key without an application) the org's.
public final class AdUnitResolver {
    private static final String ORG_DEFAULT = "default";
    private static final String APPLICATION_DEFAULT_PREFIX = "default-";

    private final DefaultAdUnits defaults;

    public AdUnitResolver(CatalogueRecords records, CatalogueWriter writer, InstantSource clock) {
        this.defaults = new DefaultAdUnits(records, writer, clock);
    }

    /// The ad unit; a default one is made on first use. Fails with `unknown_ad_unit` for a code
    /// that the org does not have.
    public Mono<AdUnit> resolve(Caller caller, @Nullable String code, OrgCatalogue catalogue) {
        if (code != null) {
            return catalogue.adUnit(code).map(Mono::just).orElseGet(AdUnitResolver::unknown);
        }
        String defaultCode = defaultCode(caller.applicationId(), catalogue);
        return catalogue
                .adUnit(defaultCode)
                .map(Mono::just)
                .orElseGet(() ->
                        defaults.make(
                                new Wanted(caller.orgId(), defaultCode, caller.applicationId())));
    }

    private static String defaultCode(
            @Nullable ApplicationId applicationId, OrgCatalogue catalogue) {
        if (applicationId == null) {
            return ORG_DEFAULT;
        }
        String chosen =
                catalogue.application(applicationId).map(Application::defaultAdUnit).orElse(null);
        return chosen == null ? APPLICATION_DEFAULT_PREFIX + applicationId : chosen;
    }

    private static Mono<AdUnit> unknown() {
        return Mono.error(
                Problem.ofField(
                                Reason.UNKNOWN_AD_UNIT,
                                "adUnit",
                                "The org has no ad unit of this code: create it, or use another.")
                        .exception());
    }
}
