package io.interlude.report.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An Ed25519 key (RFC 8032) of manifests: a public half, by its id, and of our own keys the
/// private half as well. Prints no secret. Safe for use by many threads.
final class ManifestKey {
    static final int BYTES = 32;

    private static final String ALGORITHM = "Ed25519";
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    /// What stands before the 32 bytes of an Ed25519 public key in its X.509 form (RFC 8410).
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private final byte[] publicBytes;
    private final PublicKey publicKey;
    private final @Nullable PrivateKey privateKey;
    private final String id;

    private ManifestKey(byte[] publicBytes, PublicKey publicKey, @Nullable PrivateKey privateKey) {
        this.publicBytes = publicBytes;
        this.publicKey = publicKey;
        this.privateKey = privateKey;
        id = thumbprint(jwkX(publicBytes));
    }

    /// The key pair of a seed of 32 bytes.
    static ManifestKey ofSeed(byte[] seed) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, new SeedSource(seed));
            KeyPair pair = generator.generateKeyPair();
            requireSeed((EdECPrivateKey) pair.getPrivate(), seed);
            byte[] encoded = pair.getPublic().getEncoded();
            return new ManifestKey(
                    Arrays.copyOfRange(encoded, X509_PREFIX.length, encoded.length),
                    pair.getPublic(),
                    pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    /// The JDK makes no public key of a private one, but its generator takes the bytes that it
    /// draws as the private key.
    private static void requireSeed(EdECPrivateKey made, byte[] seed) {
        byte[] bytes = Optional.of(made).flatMap(EdECPrivateKey::getBytes).orElse(new byte[0]);
        if (!MessageDigest.isEqual(bytes, seed)) {
            throw new IllegalStateException("Ed25519 keys are generated in another way here");
        }
    }

    /// A public key, which verifies and does not sign.
    ///
    /// @throws IllegalArgumentException if these are not the 32 bytes of one
    static ManifestKey ofPublic(byte[] publicBytes) {
        if (publicBytes.length != BYTES) {
            throw new IllegalArgumentException("a public key has 32 bytes");
        }
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + BYTES);
        System.arraycopy(publicBytes, 0, encoded, X509_PREFIX.length, BYTES);
        try {
            PublicKey key =
                    KeyFactory.getInstance(ALGORITHM)
                            .generatePublic(new X509EncodedKeySpec(encoded));
            return new ManifestKey(publicBytes.clone(), key, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("these bytes are no public key", e);
        }
    }

    /// Thumbprint of the public half (RFC 7638), so that two processes with one secret agree.
    String id() {
        return id;
    }

    /// The signature of a text, in base64url.
    String sign(String text) {
        if (privateKey == null) {
            throw new IllegalStateException("this key verifies only");
        }
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(text.getBytes(UTF_8));
            return BASE64URL.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 refuses its key", e);
        }
    }

    /// Whether the text was signed with this key; false too for what is no signature at all.
    boolean verifies(String text, String signed) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(publicKey);
            signature.update(text.getBytes(UTF_8));
            return signature.verify(Base64.getUrlDecoder().decode(signed));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }

    /// The public half as a JSON Web Key (RFC 8037).
    Map<String, Object> jwk() {
        Map<String, Object> jwk = new LinkedHashMap<>();
        jwk.put("kty", "OKP");
        jwk.put("crv", ALGORITHM);
        jwk.put("x", jwkX(publicBytes));
        jwk.put("kid", id);
        jwk.put("use", "sig");
        jwk.put("alg", "EdDSA");
        return jwk;
    }

    private static String jwkX(byte[] publicBytes) {
        return BASE64URL.encodeToString(publicBytes);
    }

    private static String thumbprint(String x) {
        String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
        return BASE64URL.encodeToString(Sha256.of(members));
    }

    @Override
    public String toString() {
        return "ManifestKey[" + id + "]";
    }

    /// Gives out a seed where chance is asked for.
    private static final class SeedSource extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final transient byte[] seed;

        SeedSource(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != seed.length) {
                throw new IllegalStateException("asked for %d bytes".formatted(bytes.length));
            }
            System.arraycopy(seed, 0, bytes, 0, seed.length);
        }
    }
}
