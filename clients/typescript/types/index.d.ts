import type { components } from "./api.js";

type Schemas = components["schemas"];

/** What a line item may target: the value of one attribute. */
export type AttributeValue = Schemas["AttributeValue"];
/** A card: title, disclosure, actions. */
export type NativePayload = Schemas["NativePayload"];
/** A card for a chat platform's webhook. */
export type BotPlatformPayload = Schemas["BotPlatformPayload"];
/** One text message, its disclosure and link included. */
export type SmsPayload = Schemas["SmsPayload"];
/** A flow: a small conversation that the advertiser wrote. Walk it with {@link FlowSession}. */
export type ServedFlow = Schemas["ServedFlow"];
/** One rule that ruled one candidate out; test fetches list them. */
export type Disqualification = Schemas["Disqualification"];
/** A type of event that an application reports. */
export type EventType = Schemas["Event"]["eventType"];

/** One turn of the conversation. The text is used to choose an ad, and is not stored. */
export interface Turn {
  /** `user` (the default) or `assistant`. */
  role?: string;
  text: string;
}

/** What the person has agreed to. Without consent `subscriber` and `conversation` are dropped at the edge. */
export interface Consent {
  /** Consent to frequency caps and reach by `subscriber`. */
  subscriber?: boolean;
  /** An IAB TCF string. */
  tcf?: string;
  /** An IAB GPP string. */
  gpp?: string;
}

/** A part of a decision that an answer may explain. A publisher tag may ask for `why` alone. */
export type DecisionPart = "price" | "expectedValue" | "relevance" | "advertiser" | "why";

/** What to ask for. A server that is too old for a field ignores it. */
export interface FetchAdRequest {
  /** Code of the ad unit; without it the application's default. `__sandbox__` always has an ad and counts nothing. */
  adUnit?: string;
  /** How `payload` is rendered; `native` unless said. */
  format?: "native" | "sms" | "botplatform";
  /** `Flow` asks for a flow. */
  adFormat?: "Flow";
  /** An opaque id of the person, for frequency caps and reach. Never a name, an address or a number. */
  subscriber?: string;
  /** What line items target. */
  attributes?: Record<string, AttributeValue>;
  /** The conversation up to now. The server reads the latest 4,096 bytes of it. */
  context?: string | readonly Turn[];
  /** A test: in no report, and its answer names the rule that each candidate failed. */
  test?: boolean;
  /** An opaque id of the conversation, at most 128 characters: for the ad load and caps of a conversation. */
  conversation?: string;
  /** The number of the user's turn; by default the server counts those of `context`. */
  turn?: number;
  /** Your own verdict that this is no moment for an ad. It only tightens. */
  sensitive?: boolean;
  /** The person is a child: only line items that are suitable for children. */
  child?: boolean;
  consent?: Consent;
  /** Parts of the decision to be told in `decision`. */
  include?: readonly DecisionPart[];
}

/** Why this ad: only what was asked for by `include`. */
export interface Decision {
  price?: { model: string; amount: Money };
  expectedValue?: Money;
  relevance?: number;
  advertiser?: { id?: string; name: string };
  /** A page for the person that says why the ad was chosen. */
  whyUrl?: string;
}

/** A decimal amount with its ISO 4217 currency. */
export interface Money {
  amount: string;
  currency: string;
}

/** A served ad. Show its disclosure always, its words verbatim and its links as they are. */
export interface Ad<Payload = NativePayload> {
  /** Names the fetch: events are reported under it. */
  messageId: string;
  format: "native" | "sms" | "botplatform";
  payload: Payload;
  properties?: Record<string, string>;
  /** Of a test fetch alone. */
  disqualifications?: Disqualification[];
  decision?: Decision;
}

/** Any ad; `Ad<ServedFlow>` where a flow was asked for. */
export type AnyAd = Ad<NativePayload | BotPlatformPayload | SmsPayload | ServedFlow>;

/** The ad that a request is answered with. */
export type AdFor<Request extends FetchAdRequest> =
  Request extends { adFormat: "Flow" } ? Ad<ServedFlow>
  : "adFormat" extends keyof Request ? AnyAd
  : "format" extends keyof Request ? AdOfFormat<Request["format"]>
  : Ad<NativePayload>;

type AdOfFormat<Format> =
  [Format] extends ["native" | undefined] ? Ad<NativePayload>
  : [Format] extends ["sms"] ? Ad<SmsPayload>
  : [Format] extends ["botplatform"] ? Ad<BotPlatformPayload>
  : AnyAd;

/** How a fetch ended. */
export type FetchResult<Served = AnyAd> =
  | { ad: Served }
  | {
      ad: null;
      /**
       * The server's reason, such as `no_demand` (with `debug` or a test) or `invalid_api_key`; or one of the client's:
       * `no_fill` (a plain 204), `timeout`, `unavailable`, `aborted`, `invalid_request`, `invalid_answer`.
       */
      reason: string;
      message?: string;
      disqualifications?: Disqualification[];
      /** HTTP status of a refusal. */
      status?: number;
    };

export interface FetchOptions {
  /** Milliseconds until the answer counts as no ad; the client's `timeoutMs` unless said. */
  timeoutMs?: number;
  /** Gives up early; the answer is no ad. */
  signal?: AbortSignal;
  /** At most 128 characters. A repeat of the same request under the same key has the same ad, and counts once. */
  idempotencyKey?: string;
  /** Asks why there is no ad. */
  debug?: boolean;
}

export interface ReportOptions {
  /** When it happened, in Unix epoch milliseconds; now unless said. */
  timestamp?: number;
  /** Used only where the fetch had no subscriber. */
  subscriber?: string;
}

/** Something that did not work, for your log. It never holds a key, a context or a person's words. */
export interface Problem {
  operation: "fetch" | "report";
  /** A reason of {@link FetchResult}, or `queue_full`, `closed`, `abandoned` (left when the client was closed). */
  reason: string;
  /** HTTP status, where there was an answer. */
  status?: number;
  message?: string;
  /** How many events are lost by it; 0 when they will be sent again. */
  lostEvents: number;
}

export interface ClientOptions {
  /** Where the ad server is, such as `https://ads.example.com`. */
  url: string;
  /** A fetch key (`il_fetch_…`, on servers) or a publisher tag (`il_tag_…`, in pages). */
  key: string;
  /** Milliseconds after which a fetch counts as no ad; 1,000 unless said. */
  timeoutMs?: number;
  /** Milliseconds that events wait for others to go with them; 1,000 unless said. */
  flushIntervalMs?: number;
  /** Most events that wait to be sent; 10,000 unless said. Those beyond are lost, and told as `queue_full`. */
  maxQueuedEvents?: number;
  /** Told of each problem. By default the first of each reason is warned of on the console. */
  onProblem?: (problem: Problem) => void;
  /** Used in place of the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Thrown for a programmer's mistake that no run could survive: options or a flow session that make no sense.
 * Nothing else is ever thrown.
 */
export class InterludeUsageError extends Error {}

/**
 * One application's line to the ad server: fetches ads and reports events. Make one, and keep it. No method but the
 * constructor throws.
 */
export class InterludeClient {
  /** @throws {InterludeUsageError} when the options make no sense */
  constructor(options: ClientOptions);

  /** The ad for this moment, or null. Never rejects, and takes no longer than its time-out. */
  fetchAd<const Request extends FetchAdRequest = {}>(
    request?: Request & OnlyKnown<Request>, options?: FetchOptions,
  ): Promise<AdFor<Request> | null>;

  /** The same, with the reason where there is no ad. */
  fetchResult<const Request extends FetchAdRequest = {}>(
    request?: Request & OnlyKnown<Request>, options?: FetchOptions,
  ): Promise<FetchResult<AdFor<Request>>>;

  /**
   * Reports an event of an ad: puts it into the queue and returns at once. It is sent with others, again until the
   * server has it, and counts once. False when it was not taken (the queue is full, the client is closed, or
   * `eventData` is no JSON).
   */
  report(
    ad: string | { messageId: string }, eventType: EventType,
    eventData?: Record<string, unknown>, options?: ReportOptions,
  ): boolean;

  /** Starts a flow. Its events are reported by themselves. */
  startFlow(ad: Ad<ServedFlow>, options?: FlowOptions): FlowSession;

  /** Events that the server does not have yet. */
  readonly pendingEvents: number;

  /** Sends what is queued; true once the server has it all, false after `timeoutMs` (5,000 unless said). */
  flush(timeoutMs?: number): Promise<boolean>;

  /** Flushes, then takes and sends nothing more; what is left is told as `abandoned`. By default within 2,000 ms. */
  close(timeoutMs?: number): Promise<boolean>;
}

/** Makes a field that a request does not have an error, where TypeScript alone would let it pass. */
export type OnlyKnown<Request> = { [Key in Exclude<keyof Request, keyof FetchAdRequest>]: never };

/** Where a flow is shown: `sms` prefers the short wording; `sms` and `plain` take numbers as answers. */
export type Surface = "web" | "sms" | "plain";

/** A natural-language edge of a flow: the words of the person that lead along it. */
export interface Intent {
  intent: string;
  description: string;
  examples: string[];
}

/** What a step of a flow shows, in order. Words are the advertiser's; show them verbatim. */
export type Presented =
  | { kind: "disclosure"; text: string }
  | { kind: "message"; nodeId: string; text: string; imageUrl?: string; imageAltText?: string }
  | Choices
  | { kind: "link" | "handoff"; nodeId: string; text?: string; label: string; url: string }
  | { kind: "closing"; nodeId: string; text?: string };

/** A question with its answers; `again` when a text was not understood. */
export interface Choices {
  kind: "choices";
  nodeId: string;
  text: string;
  choices: { id: string; label: string; number: number }[];
  again?: true;
}

/** Where a walk is. Plain JSON without a word of the person's. */
export interface FlowState {
  nodeId: string | null;
  turns: number;
  misses: number;
  ended: null | "complete" | "abandon";
  reason?: "user_exit" | "no_match" | "timeout" | "unsupported_spec";
}

export interface FlowOptions {
  /** `web` unless said. */
  surface?: Surface;
  /**
   * Names the intent that a text means, or null: a question for your language model. A failure counts as null. By
   * default keywords of the intents' examples decide.
   */
  classify?: (text: string, intents: Intent[]) => string | null | Promise<string | null>;
  /** A state that was kept: the walk goes on there, and nothing is presented or reported for it again. */
  resumeAt?: FlowState;
}

/** One walk through one flow. Each input gives what to show next; events go to the client's queue. */
export class FlowSession {
  /** What the start shows; empty for a resumed walk and for a flow that cannot be run. */
  readonly presented: Presented[];
  /** Keep it to resume the walk later. */
  readonly state: FlowState;
  readonly ended: boolean;
  /** The question that is open, or null. */
  readonly choices: Choices | null;

  /** A tap on a choice. */
  choose(choiceId: string): Presented[];
  /** Words of the person. They go to `classify` and nowhere else. On text surfaces numbers, labels and STOP count. */
  read(text: string): Promise<Presented[]>;
  /** The link of a hand-off was followed. */
  activate(): void;
  /** The person changes the subject, objects or closes the flow. */
  leave(): void;
  /** The person has been silent for too long; see {@link IDLE_MILLIS}. */
  timeOut(): void;
}

/** How long a person may be silent in a flow, in milliseconds. */
export const IDLE_MILLIS: Readonly<Record<Surface, number>>;

/** The text messages that show the items: one for each, but the disclosure leads the first message. */
export function renderText(presented: readonly Presented[]): string[];
