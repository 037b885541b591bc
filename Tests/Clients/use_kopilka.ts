/*
 * Uses the client that `gateway schema typescript` makes, and prints what came of it as one line of JSON.
 *
 * usage: node use_kopilka.js first EMAIL PASSWORD
 *        node use_kopilka.js then EMAIL PASSWORD PAYER PAYEE CURSOR KEY
 */

import { Client, Fault, LedgerEvent, LedgerTransferAnswer, LedgerTransferParams, Money } from "./kopilka.js";

function rubles(amount: string): Money {
  return { amount, currency: "RUB" };
}

/** Shows that the type of an event decides the type of its data. */
function told(event: LedgerEvent): string {
  return event.type === "ledger.transferPosted" ? `${event.type} ${event.data.transfer.amount.amount}` : event.type;
}

async function first(client: Client, email: string, password: string): Promise<object> {
  client.signIn((await client.auth.register({ email, password })).session);
  const payer = (await client.ledger.openAccount({ currency: "RUB", name: "main" })).account.id;
  const payee = (await client.ledger.openAccount({ currency: "RUB" })).account.id;
  await client.ledger.deposit({ account: payer, amount: rubles("100.00") });
  const key = "rent-of-november";
  const rent: LedgerTransferParams = { from: payer, to: payee, amount: rubles("30.00") };
  // Calls may run in parallel.
  const transfer = (): Promise<LedgerTransferAnswer> => client.ledger.transfer(rent, { key });
  const [made, again] = await Promise.all([transfer(), transfer()]);
  const faults: unknown[] = [];
  const refused = (error: unknown): void => {
    if (!(error instanceof Fault)) throw error;
    faults.push([error.code, error.field ?? null, error.details["available"] ?? null]);
  };
  await client.ledger.transfer({ ...rent, amount: rubles("1000.00") }).catch(refused);
  await client.ledger.transfer({ ...rent, amount: rubles("31.00") }, { key }).catch(refused);
  const lines: string[] = [];
  const events = client.ledger.events();
  for await (const event of events) lines.push(told(event));
  return {
    payer, payee, key, isSame: JSON.stringify(made) === JSON.stringify(again), faults, events: lines,
    cursor: events.last,
    balance: (await client.ledger.balance({ account: payer })).balance.amount,
  };
}

async function then(
  client: Client, email: string, password: string, payer: string, payee: string, cursor: string, key: string,
): Promise<object> {
  client.signIn((await client.auth.login({ login: email, password })).session);
  await client.ledger.transfer({ from: payer, to: payee, amount: rubles("30.00") }, { key });
  await client.ledger.transfer({ from: payer, to: payee, amount: rubles("5.00") });
  // The refresh token renews a token that is no longer accepted, once for all calls that need it.
  client.token = "v4.public.nonsense";
  const [balance, accounts] = await Promise.all([client.ledger.balance({ account: payer }), client.ledger.accounts()]);
  const events = client.ledger.events(Number(cursor), { follow: true });
  const next = await events.next();
  return {
    events: next.done ? [] : [told(next.value)], cursor: events.last, balance: balance.balance.amount,
    accounts: accounts.accounts.length,
  };
}

async function main(): Promise<void> {
  const client = new Client(undefined, 60_000);
  const [what, ...words] = process.argv.slice(2);
  const [email = "", password = "", payer = "", payee = "", cursor = "", key = ""] = words;
  const answer = what === "first"
    ? await first(client, email, password) : await then(client, email, password, payer, payee, cursor, key);
  console.log(JSON.stringify(answer));
  // The client is not closed: an idle one does not keep the process.
}

void main();
