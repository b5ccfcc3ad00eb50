package io.interlude.flow;

/// The surface on which a flow is shown.
public enum Surface {
    /// A page, with things to press.
    WEB,
    /// Text messages: the flow's `smsText` and `smsPrompt` are preferred.
    SMS,
    /// A console or a bot that only takes text.
    PLAIN
}
