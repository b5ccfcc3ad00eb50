package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for 127.0.0.1 that signs itself, made for one test by the JDK's keytool.
///
/// @param certificate PEM file
/// @param privateKey PEM file, PKCS #8
/// @param store PKCS #12 file with both
public record TestCertificate(Path certificate, Path privateKey, Path store) {
    /// Of the store and of the key in it.
    public static final String PASSWORD = "test-only";

    private static final String ALIAS = "test";

    /// Makes one.
    ///
    /// @param algorithm as keytool has it: RSA, EC or Ed25519
    public static TestCertificate make(Path folder, String algorithm) {
        Path store = folder.resolve(algorithm + ".p12");
        try {
            keytool(store, algorithm);
            KeyStore opened = open(store);
            return new TestCertificate(
                    pem(store, ".crt", "CERTIFICATE", opened.getCertificate(ALIAS).getEncoded()),
                    pem(
                            store,
                            ".key",
                            "PRIVATE KEY",
                            opened.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()),
                    store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(Path store, String algorithm)
            throws IOException, InterruptedException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair",
                        "-keyalg",
                        algorithm,
                        "-alias",
                        ALIAS,
                        "-dname",
                        "CN=interlude test",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    private static KeyStore open(Path store) throws IOException, GeneralSecurityException {
        KeyStore opened = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            opened.load(in, PASSWORD.toCharArray());
        }
        return opened;
    }

    private static Path pem(Path store, String suffix, String kind, byte[] der) throws IOException {
        String text =
                "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                        .formatted(kind, Base64.getMimeEncoder().encodeToString(der), kind);
        return Files.writeString(store.resolveSibling(store.getFileName() + suffix), text);
    }

    /// What a client trusts that knows this certificate only.
    public SSLContext trust() {
        try {
            TrustManagerFactory trusted =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(open(store));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A client that trusts this certificate only, and looks at the name too.
    public HttpClient client() {
        return HttpClient.newBuilder().sslContext(trust()).build();
    }
}
