package io.interlude.web.server;

import java.net.Socket;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Trusts this process's own certificate and no other, under whatever name: the process calls
/// itself at the loopback address, which the certificate needn't name.
public final class OwnCertificate extends X509ExtendedTrustManager {
    private final X509Certificate certificate;

    private OwnCertificate(X509Certificate certificate) {
        this.certificate = certificate;
    }

    /// A trust manager for a client of another kind.
    public static TrustManager of(X509Certificate certificate) {
        return new OwnCertificate(certificate);
    }

    /// A client that talks to the server with this certificate.
    public static HttpClient client(X509Certificate certificate) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {of(certificate)}, null);
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length == 0 || !chain[0].equals(certificate)) {
            throw new CertificateException("another server answers at this address");
        }
    }

    @Override
    public void checkServerTrusted(
            X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(
            X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(
            X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        refuseClient();
    }

    @Override
    public void checkClientTrusted(
            X509Certificate[] chain, String authType, @Nullable SSLEngine engine)
            throws CertificateException {
        refuseClient();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
            throws CertificateException {
        refuseClient();
    }

    private static void refuseClient() throws CertificateException {
        throw new CertificateException("no client has a certificate");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
