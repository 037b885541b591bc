"use strict";

// Stands in for the package zeromq 6 of npm, which tests cannot have everywhere: a DEALER socket over `ipc://` that
// speaks ZMTP 3.0 with the mechanism NULL (RFC 23 of ZeroMQ). As in the package, one `receive` at a time may wait, a
// closed socket ends it, and only a waiting one keeps the process.

const net = require("node:net");

const greetingBytes = 64;
const more = 1, long = 2, command = 4;

function greeting() {
  const bytes = Buffer.alloc(greetingBytes);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.write("NULL", 12, "latin1");
  return bytes;
}

function frame(flags, body) {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | long;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

function ready() {
  const value = Buffer.from("DEALER");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  const body = Buffer.concat([Buffer.from("\x05READY\x0bSocket-Type", "latin1"), length, value]);
  return frame(command, body);
}

function failure(code, message) {
  return Object.assign(new Error(message), { code });
}

exports.Dealer = class Dealer {
  #stream;
  #path;
  #unsent = [];
  #isReady = false;
  #bytes = Buffer.alloc(0);
  #hasGreeting = false;
  #frames = [];
  #messages = [];
  #receiver;
  #timer;

  closed = false;

  connect(address) {
    if (!address.startsWith("ipc://")) throw failure("EPROTONOSUPPORT", "Protocol not supported");
    this.#path = address.slice("ipc://".length);
    this.#open();
  }

  async send(message) {
    if (this.closed) throw failure("EBADF", "Socket is closed");
    const parts = Array.isArray(message) ? message : [message];
    const frames = parts.map((part, index) => frame(index + 1 < parts.length ? more : 0, Buffer.from(part)));
    if (this.#isReady) this.#stream.write(Buffer.concat(frames));
    else if (this.#unsent.length < 1000) this.#unsent.push(Buffer.concat(frames));
    else throw failure("EAGAIN", "Operation was not possible or timed out");
  }

  receive() {
    if (this.closed) return Promise.reject(failure("EBADF", "Socket is closed"));
    if (this.#receiver !== undefined) return Promise.reject(failure("EBUSY", "Socket is busy reading"));
    const message = this.#messages.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve, reject) => {
      this.#receiver = { resolve, reject };
      this.#keepProcess();
    });
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.#timer);
    this.#stream?.destroy();
    const receiver = this.#receiver;
    this.#receiver = undefined;
    receiver?.reject(failure("EAGAIN", "Operation was not possible or timed out"));
  }

  #open() {
    this.#stream = net.connect(this.#path);
    this.#bytes = Buffer.alloc(0);
    this.#hasGreeting = false;
    this.#frames = [];
    this.#stream.on("connect", () => this.#stream.write(greeting()));
    this.#stream.on("data", (bytes) => this.#read(bytes));
    this.#stream.on("error", () => {});
    this.#stream.on("close", () => {
      this.#isReady = false;
      if (this.closed) return;
      this.#timer = setTimeout(() => this.#open(), 100);
      this.#keepProcess();
    });
    this.#keepProcess();
  }

  #keepProcess() {
    for (const holder of [this.#stream, this.#timer]) {
      if (this.#receiver === undefined) holder?.unref();
      else holder?.ref();
    }
  }

  #read(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.#hasGreeting) {
      if (this.#bytes.length < greetingBytes) return;
      this.#bytes = this.#bytes.subarray(greetingBytes);
      this.#hasGreeting = true;
      this.#stream.write(ready());
    }
    for (let next = this.#nextFrame(); next !== undefined; next = this.#nextFrame()) this.#take(next.flags, next.body);
  }

  #nextFrame() {
    const bytes = this.#bytes;
    if (bytes.length < 2) return undefined;
    const isLong = (bytes[0] & long) !== 0;
    const start = isLong ? 9 : 2;
    if (bytes.length < start) return undefined;
    const end = start + (isLong ? Number(bytes.readBigUInt64BE(1)) : bytes[1]);
    if (bytes.length < end) return undefined;
    this.#bytes = bytes.subarray(end);
    return { flags: bytes[0], body: bytes.subarray(start, end) };
  }

  #take(flags, body) {
    if ((flags & command) !== 0) {
      if (body.subarray(0, 6).toString("latin1") !== "\x05READY") return;
      this.#isReady = true;
      for (const message of this.#unsent.splice(0)) this.#stream.write(message);
      return;
    }
    this.#frames.push(Buffer.from(body));
    if ((flags & more) !== 0) return;
    const message = this.#frames.splice(0);
    const receiver = this.#receiver;
    if (receiver === undefined) {
      this.#messages.push(message);
      return;
    }
    this.#receiver = undefined;
    this.#keepProcess();
    receiver.resolve(message);
  }
};
