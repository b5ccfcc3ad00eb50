package io.interlude.web.route;

/// The routes of one capability. Every bean of this type is asked once, at start.
public interface RouteGroup {
    void register(RouteTable routes);
}
