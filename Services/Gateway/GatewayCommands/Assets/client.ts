import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { Dealer } from "zeromq";

/** Settings of one call. */
export interface CallOptions {
  /** How long to wait for the answer, in milliseconds; that of the client by default. */
  timeout?: number;
}

/** Settings of one change. */
export interface ChangeOptions extends CallOptions {
  /** The idempotency key; yours if you want to repeat the change in another process. */
  key?: string;
}

/** Tells whether to end with the newest event. */
export interface EventOptions {
  /** Waits for new events, without an end. */
  follow?: boolean;
}

/** A refusal. Programs use `code`, and `reason` for the exact cause; both keep their meaning. */
export class Fault extends Error {
  readonly code: string;
  readonly reason: string | undefined;
  /** The path of the parameter at fault. */
  readonly field: string | undefined;
  /** True if the same request may succeed later. */
  readonly retryable: boolean;
  /** When to retry, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(error: FaultReply) {
    super(error.message);
    this.name = "Fault";
    this.code = error.data?.code ?? "internal";
    this.reason = error.data?.reason;
    this.field = error.data?.field;
    this.retryable = error.data?.retryable ?? false;
    this.retryAfter = error.data?.retryAfterMs;
    this.details = error.data?.details ?? {};
  }

  override toString(): string {
    return `${this.code}: ${this.message}`;
  }
}

interface FaultReply {
  message: string;
  data?: {
    code?: string;
    reason?: string;
    field?: string;
    retryable?: boolean;
    retryAfterMs?: number;
    details?: Record<string, unknown>;
  };
}

interface Reply {
  id?: unknown;
  result?: unknown;
  error?: FaultReply;
}

/** How a method is called. */
interface Manner {
  isOpen?: boolean;
  isChange?: boolean;
}

function refusal(code: string, message: string): FaultReply {
  return { message, data: { code, retryable: true } };
}

/** The directory of the sockets where nothing else is said, as the gateway finds it. */
function runDirectory(): string {
  const runtime = process.env["XDG_RUNTIME_DIR"];
  if (runtime) return `${runtime}/kopilka`;
  return `${process.env["XDG_STATE_HOME"] ?? `${process.env["HOME"] ?? ""}/.local/state`}/kopilka/run`;
}

/** A socket with the requests that wait for a reply at it. */
class Connection {
  readonly #socket = new Dealer({ linger: 0, sendTimeout: 0 });
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #isReading = false;
  #isRetired = false;

  constructor(path: string) {
    this.#socket.connect(`ipc://${path}`);
  }

  /** Sends a request, and returns its reply, or undefined if none came within `wait` milliseconds. */
  async ask(id: number, request: string, wait: number): Promise<Reply | undefined> {
    try {
      await this.#socket.send(request);
    } catch {
      return { error: refusal("unavailable", "The service takes no more requests.") };
    }
    return new Promise((resolve) => {
      const settle = (reply: Reply | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        this.#closeIfUnused();
        resolve(reply);
      };
      const timer = setTimeout(() => settle(undefined), Math.max(wait, 0) + 1);
      this.#waiting.set(id, settle);
      void this.#read();
    });
  }

  /** Closes the socket after its last request. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  /** Closes the socket. Its requests get no reply. */
  close(): void {
    this.#isRetired = true;
    for (const settle of [...this.#waiting.values()]) settle(undefined);
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#waiting.size === 0) this.#socket.close();
  }

  /** Reads while requests wait, so that an idle socket does not keep the process. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waiting.size > 0) {
        const frames = await this.#socket.receive();
        const reply = parsed(String(frames[frames.length - 1]));
        // Other ids are of requests that are no longer waited for.
        if (typeof reply?.id === "number") this.#waiting.get(reply.id)?.(reply);
      }
    } catch {
      this.close();
    } finally {
      this.#isReading = false;
    }
  }
}

/** Returns what a text says, or undefined if it is not a reply. */
function parsed(text: string): Reply | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The way to the services of one house. */
export class Link {
  /** The directory of the sockets. */
  readonly run: string;
  /** How long a call takes at most, in milliseconds. */
  timeout: number;
  /** How long the first attempt waits for its reply, in milliseconds. Each further one waits twice as long. */
  firstWait = 2_000;
  /** Identifies the caller; see `signIn`. */
  token: string | undefined;
  /** With it, the token is renewed when it expires. */
  refreshToken: string | undefined;
  readonly #connections = new Map<string, Connection>();
  #lastId = 0;
  #isClosed = false;
  #renewal: Promise<void> | undefined;
  /** A second use of a refresh token ends the session, unless it has the same key. */
  #renewalKey: string = randomUUID();

  constructor(run?: string, timeout = 10_000) {
    this.run = run ?? process.env["KOPILKA_RUN"] ?? runDirectory();
    this.timeout = timeout;
  }

  /** Acts for a person from now on; `session` comes from auth.login or auth.register. */
  signIn(session: { token: string; refreshToken?: string }): void {
    this.token = session.token;
    this.refreshToken = session.refreshToken;
    this.#renewalKey = randomUUID();
  }

  /** Closes all connections. Calls that wait are refused. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  /**
   * Calls a method and returns its result, after at most `timeout` milliseconds.
   *
   * A change is sent again with the same idempotency key, so that it is made once. Faults that a retry may cure are
   * retried until the time is over. Calls may run in parallel.
   */
  async call<Answer>(
    service: string, method: string, params: object, manner: Manner = {},
    options: ChangeOptions & { firstWait?: number } = {},
  ): Promise<Answer> {
    const deadline = Math.round(Date.now() + (options.timeout ?? this.timeout));
    const idempotencyKey = manner.isChange === true ? options.key ?? randomUUID() : undefined;
    let wait = options.firstWait ?? this.firstWait;
    let pause = 50;
    let isRenewed = false;
    for (;;) {
      const session = manner.isOpen === true ? undefined : this.token;
      const request = { ...params, _meta: { deadline, idempotencyKey, session } };
      const reply = await this.#ask(service, method, request, () => Math.min(wait, deadline - Date.now()));
      if (this.#isClosed) throw new Fault(refusal("unavailable", "The client is closed."));
      if (reply === undefined) {
        if (Date.now() >= deadline) {
          const outcome = manner.isChange === true ? "; with the same key a retry is safe" : "";
          throw new Fault(refusal("deadlineExceeded", `${method} was not answered in time${outcome}.`));
        }
        wait *= 2;
        continue;
      }
      if (reply.error === undefined) return reply.result as Answer;
      const fault = new Fault(reply.error);
      if (fault.code === "unauthenticated" && session !== undefined) {
        // Another call may have renewed the token meanwhile.
        if (session !== this.token) continue;
        if (this.refreshToken !== undefined && !isRenewed) {
          isRenewed = true;
          await this.#renew(this.refreshToken);
          continue;
        }
      }
      const rest = fault.retryAfter ?? pause;
      if (!fault.retryable || Date.now() + rest >= deadline) throw fault;
      await new Promise((resolve) => setTimeout(resolve, rest));
      pause = Math.min(2 * pause, 1_000);
    }
  }

  /** Renews the token once for all calls that need it. */
  #renew(refreshToken: string): Promise<void> {
    this.#renewal ??= this.call<{ session: { token: string; refreshToken?: string } }>(
      "auth", "auth.refresh", { refreshToken }, { isOpen: true, isChange: true }, { key: this.#renewalKey },
    ).then((answer) => this.signIn(answer.session)).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #ask(service: string, method: string, params: object, wait: () => number): Promise<Reply | undefined> {
    const connection = await this.#connection(service);
    if (!(connection instanceof Connection)) return connection;
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = await connection.ask(id, JSON.stringify({ jsonrpc: "2.0", id, method, params }), wait());
    if (reply === undefined && this.#connections.get(service) === connection) {
      // What was sent is not repeated by the old connection: the next attempt decides.
      this.#connections.delete(service);
      connection.retire();
    }
    return reply;
  }

  /** Returns the connection to a service, or the refusal if there is none. */
  async #connection(service: string): Promise<Connection | Reply> {
    const path = `${this.run}/${service}.sock`;
    if (!this.#connections.has(service)) {
      // Passwords go only where nobody else can have made the socket.
      for (const [place, others] of [[this.run, 0o077], [path, 0o022]] as const) {
        const status = await stat(place).catch(() => undefined);
        if (status === undefined) {
          return { error: refusal("unavailable", `${service} does not run: there is no ${place}.`) };
        }
        if ((status.uid !== process.geteuid?.() && status.uid !== 0) || (status.mode & others) !== 0) {
          throw new Error(`${place} must belong to you and be closed to others.`);
        }
      }
    }
    if (this.#isClosed) return { error: refusal("unavailable", "The client is closed.") };
    // A parallel call may have connected meanwhile.
    const connection = this.#connections.get(service) ?? new Connection(path);
    this.#connections.set(service, connection);
    return connection;
  }
}
