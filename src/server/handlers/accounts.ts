import { codeOf } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import { configList, configRecord } from '../store/config.ts';
import type { Db } from '../store/schema.ts';

/** A vendor as records name it, if the library buys from them. */
export async function vendorOf(db: Db, code: string): Promise<{ value: string; desc: string } | undefined> {
  const vendor = await configRecord<{ name: string }>(db, 'vendor', code);
  return vendor && { value: code, desc: vendor.name };
}

/** The codes of the funds that can be paid from. */
export async function openFunds(db: Db): Promise<ReadonlySet<string>> {
  const funds = (await configList(db, 'fund')) as { code: string; status: Code }[];
  return new Set(funds.filter(({ status }) => codeOf(status) === 'ACTIVE').map(({ code }) => code));
}
