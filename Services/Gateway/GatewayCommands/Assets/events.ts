/** The members of every event. */
export interface EventMembers {
  specversion: "1.0";
  id: string;
  source: string;
  subject: string;
  time: string;
  datacontenttype?: string;
  sequence: number;
}

/** An event whose data has no type here. */
export interface OtherEvent extends EventMembers {
  type: string;
  data: Record<string, unknown>;
}

/**
 * The events of a service after a cursor, oldest first: `for await (const event of client.ledger.events(cursor))`.
 *
 * Store `last` together with what you made of an event: who continues from there handles each event once.
 */
export class Events<Told> implements AsyncIterableIterator<Told> {
  /** The cursor: everything up to it was returned. */
  last: number;
  readonly #link: Link;
  readonly #service: string;
  readonly #follows: boolean;
  #page: (Told & { sequence: number })[] = [];
  #read: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(link: Link, service: string, after: number, options: EventOptions) {
    this.#link = link;
    this.#service = service;
    this.#follows = options.follow ?? false;
    this.#read = this.last = after;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Returns the next event. Calls that overlap take turns. */
  next(): Promise<IteratorResult<Told, undefined>> {
    const result = this.#turn.then(() => this.#next());
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #next(): Promise<IteratorResult<Told, undefined>> {
    const wait = this.#follows ? 20_000 : 0;
    let event = this.#page.shift();
    while (event === undefined) {
      this.last = this.#read;
      const answer = await this.#link.call<{ events: (Told & { sequence: number })[]; last: number }>(
        this.#service, `${this.#service}.events`, { after: this.#read, limit: 500, wait }, {},
        { timeout: this.#link.timeout + wait, firstWait: this.#link.firstWait + wait },
      );
      const isOver = answer.last === this.#read;
      this.#page = answer.events;
      this.#read = answer.last;
      if (isOver && !this.#follows) return { done: true, value: undefined };
      event = this.#page.shift();
    }
    this.last = this.#page.length > 0 ? event.sequence : this.#read;
    return { done: false, value: event };
  }
}
