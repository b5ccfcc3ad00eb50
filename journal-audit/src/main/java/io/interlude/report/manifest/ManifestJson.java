package io.interlude.report.manifest;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.HourSealed;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Manifests as clients see them.
final class ManifestJson {
    private ManifestJson() {}

    /// A page for the org whose key asked: without offsets and counts, which tell how much all orgs
    /// do together.
    ///
    /// @param sealedTo before which everything is sealed; empty where that is not told
    static Map<String, Object> ofOrg(ManifestPage page, Optional<Instant> sealedTo, OrgId orgId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("orgId", orgId.value());
        body.putAll(of(page, sealedTo, false));
        return body;
    }

    /// A page for the operator.
    static Map<String, Object> ofAll(ManifestPage page, Optional<Instant> sealedTo) {
        return of(page, sealedTo, true);
    }

    private static Map<String, Object> of(
            ManifestPage page, Optional<Instant> sealedTo, boolean withRanges) {
        List<Map<String, Object>> items =
                page.items().stream().map(item -> of(item, withRanges)).toList();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("items", items);
        if (!page.isLast()) {
            body.put("nextCursor", ManifestCursor.text(page.nextOffset()));
        }
        sealedTo.ifPresent(hour -> body.put("sealedTo", hour.toString()));
        return body;
    }

    private static Map<String, Object> of(ManifestPage.Item item, boolean withRanges) {
        HourSealed manifest = item.manifest();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("topic", manifest.getTopic());
        body.put("partition", manifest.getPartition());
        body.put("hour", manifest.getHour().toString());
        if (withRanges) {
            body.put("firstOffset", manifest.getFirstOffset());
            body.put("lastOffset", manifest.getLastOffset());
            body.put("count", manifest.getCount());
            body.put("rangeSalt", manifest.getRangeSalt());
        }
        body.put("rangeDigest", ManifestText.rangeDigest(manifest));
        body.put("previousHash", manifest.getPreviousHash());
        body.put("hash", manifest.getHash());
        body.put("sealedAt", manifest.getSealedAt().toString());
        body.put("keyId", manifest.getKeyId());
        body.put("signature", manifest.getSignature());
        body.put("cursor", ManifestCursor.text(item.nextOffset()));
        return body;
    }
}
