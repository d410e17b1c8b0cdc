/** The currencies of ISO 4217 whose smaller unit is not a hundredth. */
const unusual: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const known = new Map(
  Object.entries(unusual).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

/**
 * How many decimals amounts of a currency (ISO 4217) have; two where it is not one we know. The platform's own table
 * says how prices are shown where that currency is used, not what can be owed: it gives the Iraqi dinar no decimals,
 * and books would then be kept in rounded sums.
 */
export const decimalsOf = (currency: string): number => known.get(currency) ?? 2;

/** Those of ISO 4217, without what it has for no currency, and for tests. A file of many lines asks for each line. */
const currencies: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => code !== 'XXX' && code !== 'XTS'),
);

/** Whether ISO 4217 has a currency with this code, in which something can be owed. */
export const isCurrency = (code: string): boolean => currencies.has(code);
