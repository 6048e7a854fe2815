/**
 * Deals nobody can rig, as docs/fairness.md fixes them byte by byte.
 *
 * Needs only SHA-256 and HMAC, both from a library and not from the browser's SubtleCrypto, which
 * is missing on plain http addresses such as those of a laptop in a hall.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type Seat = 0 | 1;
export type DeckSize = 20 | 24;
export type Contributions = readonly [Uint8Array, Uint8Array];

/** The draw for the first deal: who deals, and the cards drawn by seat, round by round. */
export interface Draw {
  dealer: Seat;
  rounds: [string, string][];
}

export const SECRET_BYTES = 32;
export const CONTRIBUTION_BYTES = { least: 16, most: 64, taken: 32 } as const;
export const LAST_NUMBER = 2 ** 32 - 1;

const SECRET = utf8ToBytes('bummerl/fair/1/secret\0');
const CLIENT = utf8ToBytes('bummerl/fair/1/client\0');
const OWN = utf8ToBytes('bummerl/web/1/contribution\0');
const PACK = utf8ToBytes('bummerl/fair/1/pack\0');
const DRAW = utf8ToBytes('bummerl/fair/1/draw\0');

export const SUITS = 'SHDC';
/** From low to high. */
export const RANKS = '9JQKTA';

/** A new contribution: 32 bytes from the browser's source of randomness. */
export function newContribution(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(CONTRIBUTION_BYTES.taken));
}

/** A contribution for one purpose, which only who knows `seed` (32 random bytes) can tell. */
export function derivedContribution(seed: Uint8Array, purpose: string): Uint8Array {
  return sha256(concatBytes(OWN, utf8ToBytes(purpose), seed));
}

/** The server's commitment to its secret, as hexadecimal digits. Throws if it has not 32 bytes. */
export function commitmentOf(secret: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(SECRET, checkedSecret(secret))));
}

/** A seat's commitment to its contribution, as hexadecimal digits. Throws on a wrong length. */
export function clientCommitment(seat: Seat, contribution: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(CLIENT, Uint8Array.of(seat), checked(contribution))));
}

/** The pack order of a deal, top card first. Throws if a number or a length cannot be. */
export function packOf(
  deck: DeckSize,
  number: number,
  secret: Uint8Array,
  contributions: Contributions,
): string[] {
  return shuffled(PACK, deck, number, secret, contributions);
}

/** Who deals the first deal: the higher rank; equal ranks draw again. */
export function drawOf(deck: DeckSize, secret: Uint8Array, contributions: Contributions): Draw {
  const rounds: [string, string][] = [];
  for (;;) {
    const pack = shuffled(DRAW, deck, rounds.length, secret, contributions);
    const [first, second] = [pack[0]!, pack[1]!];
    rounds.push([first, second]);
    const ahead = RANKS.indexOf(first[1]!) - RANKS.indexOf(second[1]!);
    if (ahead !== 0) return { dealer: ahead > 0 ? 0 : 1, rounds };
  }
}

/** All cards of a pack in the order of their numbers. */
export function cardsOf(deck: DeckSize): string[] {
  const ranks = deck === 24 ? RANKS : RANKS.slice(1);
  return [...SUITS].flatMap((suit) => [...ranks].map((rank) => suit + rank));
}

/** Bytes from lower-case hexadecimal digits; null if it is something else or of another length. */
export function bytesOf(text: string, least: number, most: number): Uint8Array | null {
  const right =
    /^(?:[0-9a-f]{2})*$/.test(text) && text.length >= 2 * least && text.length <= 2 * most;
  return right ? hexToBytes(text) : null;
}

/** As hexadecimal digits. */
export const hexOf = bytesToHex;

function shuffled(
  label: Uint8Array,
  deck: DeckSize,
  number: number,
  secret: Uint8Array,
  contributions: Contributions,
): string[] {
  if (deck !== 20 && deck !== 24) throw new RangeError(`there is no pack of ${String(deck)} cards`);
  const parts = contributions.flatMap((part) => [Uint8Array.of(part.length), checked(part)]);
  const message = concatBytes(label, Uint8Array.of(deck), fourBytes(number), ...parts);
  const stream = byteStream(hmac(sha256, checkedSecret(secret), message));
  const pack = cardsOf(deck);
  for (let last = deck - 1; last > 0; last--) {
    const pick = below(last + 1, stream);
    [pack[last], pack[pick]] = [pack[pick]!, pack[last]!];
  }
  return pack;
}

/** Bytes without end: HMAC(key, 0), HMAC(key, 1) and so on. */
function* byteStream(key: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) yield* hmac(sha256, key, fourBytes(block));
}

/** A number from 0 to bound − 1; bytes that would favour some of them are thrown away. */
function below(bound: number, stream: Generator<number, never>): number {
  const fair = 256 - (256 % bound);
  for (;;) {
    const byte = stream.next().value;
    if (byte < fair) return byte % bound;
  }
}

function fourBytes(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > LAST_NUMBER) {
    throw new RangeError(`the number of a deal is ${String(value)}`);
  }
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function checkedSecret(secret: Uint8Array): Uint8Array {
  if (secret.length !== SECRET_BYTES) throw new RangeError(`a secret of ${secret.length} bytes`);
  return secret;
}

function checked(contribution: Uint8Array): Uint8Array {
  const { least, most } = CONTRIBUTION_BYTES;
  if (contribution.length < least || contribution.length > most) {
    throw new RangeError(`a contribution of ${contribution.length} bytes`);
  }
  return contribution;
}
