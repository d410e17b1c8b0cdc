import { setTimeout } from 'node:timers/promises';
import { Scanner } from './scanner.ts';

/** From one key to the next, in milliseconds: a common scanner's. */
const gap = 5;
/** From one scan to the next, on average. */
const between = 150;
/** A person keeps no step with the screen's frames: each scan comes somewhat early or late, at every part of a frame. */
const unevenness = 1000 / 60;
const golden = (Math.sqrt(5) - 1) / 2;
const dueAt = (index: number): number => index * between + ((index * golden) % 1) * unevenness;

const until = (moment: number): Promise<void> => setTimeout(Math.max(0, moment - Date.now()));

/**
 * Scans one code after the other into the one window of the program with this folder; answers the milliseconds from
 * one to the next, as they came out.
 */
export async function burstsOf(userData: string, codes: readonly string[]): Promise<number> {
  using scanner = await Scanner.plugIn(userData);
  const began = Date.now();
  for (const [index, code] of codes.entries()) {
    await until(began + dueAt(index));
    await burst(scanner, code);
  }
  return (Date.now() - began) / codes.length;
}

/**
 * A scanner's burst: each key is sent when it is due. They carry the times they were due, as a scanner's do; the last
 * carries the moment it was sent, from which its row is waited for.
 */
async function burst(scanner: Scanner, code: string): Promise<void> {
  const began = Date.now();
  for (const [index, key] of Array.from(code).entries()) {
    const due = began + index * gap;
    await until(due);
    scanner.press({ key, text: key }, due);
  }
  await until(began + code.length * gap);
  scanner.press({ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }, Date.now());
  await scanner.taken();
}
