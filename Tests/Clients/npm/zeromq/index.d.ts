// The part of the types of zeromq 6 that the client uses.

export interface DealerOptions {
  linger?: number;
  sendTimeout?: number;
}

export declare class Dealer {
  constructor(options?: DealerOptions);
  readonly closed: boolean;
  connect(address: string): void;
  send(message: string | Uint8Array | Array<string | Uint8Array>): Promise<void>;
  receive(): Promise<Uint8Array[]>;
  close(): void;
}
