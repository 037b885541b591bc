// The types of Node.js that the client and its program need, in place of @types/node.

declare module "node:crypto" {
  export function randomUUID(): string;
}

declare module "node:fs/promises" {
  export function stat(path: string): Promise<{ uid: number; mode: number }>;
}

declare const process: {
  readonly argv: string[];
  readonly env: { [name: string]: string | undefined };
  readonly geteuid?: () => number;
};
