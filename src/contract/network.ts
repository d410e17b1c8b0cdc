import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { StationView } from './station.ts';

/** The longest list of proxies. */
export const longestProxy = 500;

/** How this station reaches what is outside this computer. Where a policy holds a part, changing it fails (`locked`). */
export const network = {
  /** In the words of a PAC file, as `PROXY proxy.example:3128; DIRECT`; `''` for what the system says. Never a login. */
  'network.proxy': asks(z.object({ proxy: z.string().max(longestProxy) })).answers<StationView>(),
  /**
   * The user chooses a file with the certificates of an authority, which is trusted from now on in addition to those of
   * the system. The certificates are kept, not where the file is. Nothing changes if they think better of it.
   */
  'network.chooseAuthority': asks(Nothing).answers<StationView>(),
  /** No other authority than the system's is trusted. */
  'network.forgetAuthority': asks(Nothing).answers<StationView>(),
} satisfies Record<string, Call>;
