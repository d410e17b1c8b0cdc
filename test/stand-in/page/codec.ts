/** A value as JSON; what JSON cannot say is an object with the key `$`. */
export type Wire = string | number | boolean | null | Wire[] | { [key: string]: Wire };

/** Where functions may cross (contextBridge): how one becomes a number here, and a function again there. */
export interface Functions {
  give: (f: (...args: unknown[]) => unknown) => number;
  take: (id: number) => (...args: unknown[]) => unknown;
}

/**
 * Carries values over a text channel with the rules of the structured clone algorithm, which judges every value
 * first: what it refuses, is refused with Electron's words. Runs in both worlds of a page and in the main process.
 * A cycle is refused too, and two references to one object arrive as two objects.
 */
export function createCodec() {
  const refusal = () => new Error('An object could not be cloned.');

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000)
      text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

  /** With functions about, each object is judged alone: V8 names a function by its source, others by `#<Class>`. */
  const judgeAmongFunctions = (value: object): void => {
    try {
      structuredClone(value);
    } catch (error) {
      const { message } = error as Error;
      if (/^(Failed [^:]*: )?(#<(?!Promise>)|\[object |Symbol\()/.test(message)) throw refusal();
    }
  };

  const encodeObject = (
    value: object,
    functions: Functions | undefined,
    parents: readonly object[],
  ): Wire => {
    if (parents.includes(value)) throw new Error('stand-in: a value that contains itself is not supported');
    const inner = (one: unknown): Wire => encode(one, functions, [...parents, value]);
    if (Array.isArray(value)) return value.map(inner);
    if (value instanceof Date) return { $: 'Date', v: encode(value.getTime(), functions, parents) };
    if (value instanceof RegExp) return { $: 'RegExp', v: [value.source, value.flags] };
    if (value instanceof Map) return { $: 'Map', v: [...value].map(inner) };
    if (value instanceof Set) return { $: 'Set', v: [...value].map(inner) };
    if (value instanceof ArrayBuffer) return { $: 'ArrayBuffer', v: toBase64(new Uint8Array(value)) };
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return { $: 'View', kind: Object.prototype.toString.call(value).slice(8, -1), v: toBase64(bytes) };
    }
    if (value instanceof Error) {
      const { name, message, stack = '', cause } = value;
      return { $: 'Error', name, message, stack, cause: inner(cause) };
    }
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') throw new Error(`stand-in: sending ${kind} is not supported`);
    const entries = Object.entries(value).map(([key, one]): [string, Wire] => [key, inner(one)]);
    return Object.hasOwn(value, '$') ? { $: 'Object', v: entries } : Object.fromEntries(entries);
  };

  const encode = (value: unknown, functions: Functions | undefined, parents: readonly object[]): Wire => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'undefined':
        return { $: 'undefined' };
      case 'bigint':
        return { $: 'bigint', v: String(value) };
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
      case 'function':
        if (!functions) throw refusal();
        return { $: 'function', v: functions.give(value as (...args: unknown[]) => unknown) };
      case 'object':
        if (value === null) return null;
        if (functions) judgeAmongFunctions(value);
        return encodeObject(value, functions, parents);
      case 'symbol':
        throw refusal();
    }
  };

  /** A value of main's or of the page's, as text-safe data. Throws "An object could not be cloned." */
  const toWire = (value: unknown, functions?: Functions): Wire => {
    let copy: unknown;
    try {
      copy = structuredClone(value);
    } catch {
      if (functions) return encode(value, functions, []);
      throw refusal();
    }
    return encode(copy, undefined, []);
  };

  const views = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
  };
  const moreViews = { Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView };
  const viewClasses: Record<string, new (buffer: ArrayBuffer) => unknown> = { ...views, ...moreViews };

  const decodeTagged = (tagged: { [key: string]: Wire }, functions: Functions | undefined): unknown => {
    const inner = (one: Wire | undefined): unknown => fromWire(one ?? null, functions);
    const { v } = tagged;
    switch (tagged.$ as string) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(v as string);
      case 'number':
        return Number(v);
      case 'function':
        return functions?.take(v as number);
      case 'Date':
        return new Date(inner(v) as number);
      case 'RegExp':
        return new RegExp(...(v as [string, string]));
      case 'Map':
        return new Map(inner(v) as [unknown, unknown][]);
      case 'Set':
        return new Set(inner(v) as unknown[]);
      case 'ArrayBuffer':
        return fromBase64(v as string).buffer;
      case 'View': {
        const View = viewClasses[tagged.kind as string] ?? Uint8Array;
        return new View(fromBase64(v as string).buffer);
      }
      case 'Error': {
        const error = new Error(tagged.message as string, { cause: inner(tagged.cause) });
        return Object.assign(error, { name: tagged.name, stack: tagged.stack });
      }
      default:
        return Object.fromEntries((v as [string, Wire][]).map(([key, one]) => [key, inner(one)]));
    }
  };

  const fromWire = (wire: Wire, functions?: Functions): unknown => {
    if (typeof wire !== 'object' || wire === null) return wire;
    if (Array.isArray(wire)) return wire.map((one) => fromWire(one, functions));
    if ('$' in wire) return decodeTagged(wire, functions);
    return Object.fromEntries(Object.entries(wire).map(([key, one]) => [key, fromWire(one, functions)]));
  };

  return { toWire, fromWire };
}

export type Codec = ReturnType<typeof createCodec>;
