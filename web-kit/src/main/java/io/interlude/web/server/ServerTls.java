package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.interlude.web.server.TlsFileException.Part;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;

/// The material that a server needs for TLS 1.3 and 1.2: a certificate with its chain, and the
/// private key. Prints no key.
public final class ServerTls {
    private static final Pattern PKCS8 =
            Pattern.compile(
                    "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final byte[] PROBE = "interlude".getBytes(US_ASCII);

    private final SslContext context;
    private final X509Certificate certificate;

    private ServerTls(SslContext context, X509Certificate certificate) {
        this.context = context;
        this.certificate = certificate;
    }

    /// Reads both files, once: who renews them starts the process again.
    ///
    /// @param certificate PEM: the server's certificate first, then those that lead to the
    ///   authority
    /// @param privateKey PEM: the key of the first certificate, in PKCS #8, not encrypted
    /// @throws TlsFileException with a sentence that says what to change
    public static ServerTls read(Path certificate, Path privateKey) {
        List<X509Certificate> chain = chain(certificate);
        X509Certificate own = chain.getFirst();
        PrivateKey key = key(privateKey, own.getPublicKey());
        try {
            SslContext context =
                    SslContextBuilder.forServer(key, chain)
                            .sslProvider(SslProvider.JDK)
                            .protocols("TLSv1.3", "TLSv1.2")
                            .build();
            return new ServerTls(context, own);
        } catch (SSLException e) {
            throw new TlsFileException(
                    Part.CERTIFICATE, "cannot be used: give an RSA, EC or Ed25519 one", e);
        }
    }

    private static List<X509Certificate> chain(Path file) {
        List<X509Certificate> chain;
        try {
            InputStream in = new ByteArrayInputStream(Files.readAllBytes(file));
            chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
        } catch (IOException e) {
            throw unreadable(Part.CERTIFICATE, e);
        } catch (GeneralSecurityException e) {
            throw new TlsFileException(Part.CERTIFICATE, "holds what is no certificate", e);
        }
        if (chain.isEmpty()) {
            throw new TlsFileException(Part.CERTIFICATE, "holds no certificate", null);
        }
        return chain;
    }

    private static PrivateKey key(Path file, PublicKey counterpart) {
        byte[] encoded = encodedKey(file);
        try {
            String algorithm = counterpart.getAlgorithm();
            PrivateKey key =
                    KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            if (belongsTo(key, counterpart)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            throw foreign(e);
        }
        throw foreign(null);
    }

    private static byte[] encodedKey(Path file) {
        String text;
        try {
            text = Files.readString(file, US_ASCII);
        } catch (IOException e) {
            throw unreadable(Part.PRIVATE_KEY, e);
        }
        Matcher key = PKCS8.matcher(text);
        if (!key.find()) {
            throw new TlsFileException(
                    Part.PRIVATE_KEY,
                    "holds no key in unencrypted PKCS #8: make it so by openssl pkcs8 -topk8"
                            + " -nocrypt",
                    null);
        }
        return Base64.getMimeDecoder().decode(key.group(1));
    }

    private static boolean belongsTo(PrivateKey key, PublicKey counterpart)
            throws GeneralSecurityException {
        String algorithm =
                switch (counterpart.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> counterpart.getAlgorithm();
                };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(counterpart);
        signature.update(PROBE);
        return signature.verify(signed);
    }

    private static TlsFileException unreadable(Part part, IOException cause) {
        return new TlsFileException(
                part, "cannot be read: give a PEM file that this process may read", cause);
    }

    private static TlsFileException foreign(@Nullable GeneralSecurityException cause) {
        return new TlsFileException(
                Part.PRIVATE_KEY, "is not the key of the certificate: give its own", cause);
    }

    /// The same server, which speaks TLS.
    ///
    /// @param handshakeTimeout how long a client may take until bytes of HTTP can come
    HttpServer secure(HttpServer server, Duration handshakeTimeout) {
        return server.secure(spec -> spec.sslContext(context).handshakeTimeout(handshakeTimeout));
    }

    /// The server's own certificate.
    public X509Certificate certificate() {
        return certificate;
    }

    /// When clients begin to refuse it.
    Instant expiresAt() {
        return certificate.getNotAfter().toInstant();
    }
}
