package io.interlude.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The event of a decision, which served an ad or none: [AdFetched] and [AdNotFilled].
public interface DecisionEvent extends JournalEvent {
    String getAdUnitId();

    void setAdUnitId(String adUnitId);

    String getAdUnitCode();

    void setAdUnitCode(String adUnitCode);

    RenderFormat getFormat();

    void setFormat(RenderFormat format);

    @Nullable String getContextHash();

    void setContextHash(@Nullable String contextHash);

    int getContextBytes();

    void setContextBytes(int contextBytes);

    String getAttributesJson();

    void setAttributesJson(String attributesJson);

    long getCatalogueRevision();

    void setCatalogueRevision(long catalogueRevision);

    long getSeed();

    void setSeed(long seed);

    List<CandidateVerdict> getCandidates();

    void setCandidates(List<CandidateVerdict> candidates);

    /// Null in records that were made before it was recorded.
    @Nullable StateRead getState();

    void setState(@Nullable StateRead state);

    boolean getConsentAsked();

    void setConsentAsked(boolean consentAsked);

    boolean getConsentGiven();

    void setConsentGiven(boolean consentGiven);

    @Nullable KeyedRequest getKeyedRequest();

    void setKeyedRequest(@Nullable KeyedRequest keyedRequest);

    @Nullable List<ShadowWin> getShadows();

    void setShadows(@Nullable List<ShadowWin> shadows);
}
