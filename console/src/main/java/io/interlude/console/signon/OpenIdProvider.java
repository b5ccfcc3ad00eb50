package io.interlude.console.signon;

import static java.util.Objects.requireNonNull;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthorizationCodeAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeReactiveAuthenticationManager;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.client.web.server.DefaultServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/// The OpenID provider (OpenID Connect Core 1.0, authorization code flow with PKCE). Its
/// configuration is asked for when the first person signs in, so a provider that is away holds up
/// no start, and asked for again as long as it has not answered.
final class OpenIdProvider {
    private static final String REGISTRATION = "console";
    private static final String WELL_KNOWN = "/.well-known/openid-configuration";
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /// A provider that is unreachable is asked no more often than this.
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(1);

    /// Providers change little but their keys, which are asked for by need.
    private static final Duration CONFIGURATION_KEPT = Duration.ofHours(1);

    private final OidcSettings settings;
    private final WebClient http;
    private final OidcAuthorizationCodeReactiveAuthenticationManager manager;
    private final Mono<ClientRegistration> registration;

    OpenIdProvider(OidcSettings settings) {
        this.settings = settings;
        HttpClient client =
                HttpClient.create()
                        .option(
                                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                Math.toIntExact(LONGEST.toMillis()))
                        .responseTimeout(LONGEST)
                        .disableRetry(true);
        http = WebClient.builder().clientConnector(new ReactorClientHttpConnector(client)).build();
        WebClientReactiveAuthorizationCodeTokenResponseClient tokens =
                new WebClientReactiveAuthorizationCodeTokenResponseClient();
        tokens.setWebClient(http);
        manager =
                new OidcAuthorizationCodeReactiveAuthenticationManager(
                        tokens,
                        request -> Mono.just(new DefaultOidcUser(List.of(), request.getIdToken())));
        registration =
                Mono.defer(this::discover)
                        .timeout(LONGEST)
                        .cache(
                                _ -> CONFIGURATION_KEPT,
                                _ -> FAILURE_KEPT,
                                () -> CONFIGURATION_KEPT);
    }

    private Mono<ClientRegistration> discover() {
        String issuer = settings.issuerText();
        return http.get()
                .uri(issuer.replaceFirst("/$", "") + WELL_KNOWN)
                .retrieve()
                .bodyToMono(new ParameterizedTypeReference<Map<String, Object>>() {})
                .map(configuration -> {
                    // OpenID Connect Discovery 1.0, 4.3: else somebody else answers for it.
                    if (!issuer.equals(configuration.get("issuer"))) {
                        throw new IllegalStateException("the provider calls itself otherwise");
                    }
                    return registration(ClientRegistrations.fromOidcConfiguration(configuration));
                });
    }

    private ClientRegistration registration(ClientRegistration.Builder configured) {
        ClientRegistration.Builder builder =
                configured
                        .registrationId(REGISTRATION)
                        .clientId(settings.client())
                        .scope("openid", "email");
        return settings.clientSecret()
                .map(builder::clientSecret)
                .orElseGet(
                        () -> builder.clientAuthenticationMethod(ClientAuthenticationMethod.NONE))
                .build();
    }

    /// A sign-on with the address at the provider that it begins at.
    record Begun(SignOn signOn, String address) {}

    /// Begins a sign-on. Fails if the provider's configuration cannot be had.
    ///
    /// @param redirectUri where the provider sends the browser back to
    /// @param org id of the org that is wanted, or empty
    Mono<Begun> begin(ServerWebExchange exchange, String redirectUri, String org) {
        return registration.flatMap(known -> {
            DefaultServerOAuth2AuthorizationRequestResolver resolver =
                    new DefaultServerOAuth2AuthorizationRequestResolver(
                            new InMemoryReactiveClientRegistrationRepository(
                                    at(known, redirectUri)));
            resolver.setAuthorizationRequestCustomizer(
                    OAuth2AuthorizationRequestCustomizers.withPkce());
            return resolver.resolve(exchange, REGISTRATION)
                    .map(request ->
                            new Begun(signOn(request, org), request.getAuthorizationRequestUri()));
        });
    }

    private static ClientRegistration at(ClientRegistration known, String redirectUri) {
        return ClientRegistration.withClientRegistration(known).redirectUri(redirectUri).build();
    }

    private static SignOn signOn(OAuth2AuthorizationRequest request, String org) {
        return new SignOn(
                String.valueOf(request.getState()),
                String.valueOf(request.<Object>getAttribute(OidcParameterNames.NONCE)),
                String.valueOf(request.<Object>getAttribute(PkceParameterNames.CODE_VERIFIER)),
                org);
    }

    /// Exchanges the code for the ID token, which is checked: signature, issuer, audience, times
    /// and nonce. Fails if any of it is wrong or the provider does not answer within 10 s.
    ///
    /// @param state as the browser brings it back
    Mono<OidcIdToken> end(SignOn signOn, String redirectUri, String state, String code) {
        return registration
                .flatMap(known -> {
                    OAuth2AuthorizationRequest request =
                            OAuth2AuthorizationRequest.authorizationCode()
                                    .clientId(known.getClientId())
                                    .authorizationUri(
                                            String.valueOf(
                                                    known.getProviderDetails()
                                                            .getAuthorizationUri()))
                                    .redirectUri(redirectUri)
                                    .scopes(known.getScopes())
                                    .state(signOn.state())
                                    .attributes(
                                            Map.of(
                                                    OAuth2ParameterNames.REGISTRATION_ID,
                                                    REGISTRATION,
                                                    OidcParameterNames.NONCE,
                                                    signOn.nonce(),
                                                    PkceParameterNames.CODE_VERIFIER,
                                                    signOn.verifier()))
                                    .build();
                    OAuth2AuthorizationResponse response =
                            OAuth2AuthorizationResponse.success(code)
                                    .redirectUri(redirectUri)
                                    .state(state)
                                    .build();
                    return manager.authenticate(
                            new OAuth2AuthorizationCodeAuthenticationToken(
                                    at(known, redirectUri),
                                    new OAuth2AuthorizationExchange(request, response)));
                })
                .map(signedIn -> requireNonNull((OidcUser) signedIn.getPrincipal()).getIdToken())
                .timeout(LONGEST);
    }

    /// The address at the provider that ends its own session (OpenID Connect RP-Initiated Logout
    /// 1.0); empty where it announces none. Fails as [#begin] does.
    ///
    /// @param idToken by which the provider knows whose session it is; empty to have it ask
    /// @param returnUri where the provider sends the browser back to
    Mono<Optional<String>> signOut(String idToken, String returnUri) {
        return registration.map(known ->
                Optional.ofNullable(
                                known.getProviderDetails()
                                        .getConfigurationMetadata()
                                        .get("end_session_endpoint"))
                        .map(endpoint ->
                                UriComponentsBuilder.fromUriString(endpoint.toString())
                                        .queryParam("client_id", "{client}")
                                        .queryParam("post_logout_redirect_uri", "{return}")
                                        .queryParamIfPresent(
                                                "id_token_hint",
                                                Optional.of("{token}")
                                                        .filter(_ -> !idToken.isEmpty()))
                                        .encode()
                                        .buildAndExpand(
                                                Map.of(
                                                        "client", known.getClientId(),
                                                        "return", returnUri,
                                                        "token", idToken))
                                        .toUriString()));
    }
}
