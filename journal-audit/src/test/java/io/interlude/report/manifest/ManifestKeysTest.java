package io.interlude.report.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.schema.HourSealed;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestKeysTest {
    private static final byte[] OLD = filled(1);
    private static final byte[] NEW = filled(2);
    private static final Instant NOW = Instant.parse("2026-03-01T11:01:02.345678Z");
    private static final SealableHour HOUR =
            new SealableHour(
                    "ads.clicks",
                    3,
                    Instant.parse("2026-03-01T10:00:00Z"),
                    new SealableHour.Range(5, 9, 4),
                    PartitionHours.NO_HASH,
                    "ab".repeat(32));

    /// RFC 8032, 7.1, TEST 1 and TEST 2; the message of the latter is the letter r.
    @ParameterizedTest
    @CsvSource({
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,"
                + "'',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,"
                + "r,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    })
    void signsAsTheStandardSays(String seed, String publicBytes, String message, String signature) {
        ManifestKey key = ManifestKey.ofSeed(HexFormat.of().parseHex(seed));
        byte[] published = Base64.getUrlDecoder().decode(String.valueOf(key.jwk().get("x")));

        assertThat(published).isEqualTo(HexFormat.of().parseHex(publicBytes));
        assertThat(Base64.getUrlDecoder().decode(key.sign(message)))
                .isEqualTo(HexFormat.of().parseHex(signature));
        assertThat(ManifestKey.ofPublic(published).verifies(message, key.sign(message))).isTrue();
    }

    /// RFC 8037, appendix A.3.
    @Test
    void namesAKeyByItsThumbprint() {
        byte[] bytes = Base64.getUrlDecoder().decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");

        assertThat(ManifestKey.ofPublic(bytes).id())
                .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }

    @Test
    void verifiesWithEveryConfiguredSecretAndWithFormerPublicKeys() {
        // given
        HourSealed sealed = keys(OLD).seal(HOUR, NOW);
        byte[] former =
                Base64.getUrlDecoder().decode(String.valueOf(keys(OLD).jwks().getFirst().get("x")));

        // when, then
        assertThat(verifies(keys(OLD), sealed)).isTrue();
        assertThat(verifies(keys(NEW, OLD), sealed)).as("while both are configured").isTrue();
        assertThat(verifies(keys(NEW), sealed)).isFalse();
        ManifestKeys later = new ManifestKeys(new SigningKeys(List.of(NEW)), List.of(former));
        assertThat(verifies(later, sealed)).as("when the secret is gone").isTrue();
        assertThat(later.jwks()).hasSize(2);
        assertThat(later.seal(HOUR, NOW).getKeyId())
                .as("the first signs")
                .isNotEqualTo(sealed.getKeyId());
    }

    @Test
    void aSignatureHoldsForItsManifestOnly() {
        // given
        ManifestKeys keys = keys(OLD);
        HourSealed sealed = keys.seal(HOUR, NOW);
        sealed.setCount(sealed.getCount() + 1);

        // when, then
        assertThat(verifies(keys, sealed)).isFalse();
        sealed.setCount(sealed.getCount() - 1);
        assertThat(verifies(keys, sealed)).isTrue();
        sealed.setSignature("not base64url");
        assertThat(verifies(keys, sealed)).isFalse();
    }

    @Test
    void sealsTheSameHourInTheSameWay() {
        assertThat(keys(OLD).seal(HOUR, NOW)).isEqualTo(keys(OLD).seal(HOUR, NOW));
        assertThat(ManifestText.of(keys(OLD).seal(HOUR, NOW)))
                .startsWith(
                        """
                        interlude-manifest-1
                        topic=ads.clicks
                        partition=3
                        hour=1772359200000
                        range=\
                        """)
                .contains(
                        """

                        previousHash=%s
                        hash=%s
                        sealedAt=1772362862345
                        keyId=\
                        """
                                .formatted("0".repeat(64), "ab".repeat(32)));
    }

    @Test
    void showsPublicHalvesOnly() {
        assertThat(keys(OLD).jwks())
                .singleElement()
                .satisfies(jwk ->
                        assertThat(jwk)
                                .containsOnlyKeys("kty", "crv", "x", "kid", "use", "alg")
                                .containsAllEntriesOf(Map.of("kty", "OKP", "crv", "Ed25519")));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new ManifestKeys(new SigningKeys(List.of(OLD)), List.of(new byte[31])));
    }

    private static boolean verifies(ManifestKeys keys, HourSealed sealed) {
        return keys.verify(sealed.getKeyId(), ManifestText.of(sealed), sealed.getSignature());
    }

    private static ManifestKeys keys(byte[]... secrets) {
        return new ManifestKeys(new SigningKeys(List.of(secrets)), List.of());
    }

    private static byte[] filled(int value) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(secret, (byte) value);
        return secret;
    }
}
