import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Log, Network } from '../ports.ts';

/**
 * From here on the authorities that the system trusts are trusted beside those that Node brings: an institution has its
 * own. Where the system does not give them, those of Node are.
 */
export function trustSystem({ authorities }: Pick<Network, 'authorities'>, log: Log): void {
  try {
    const own = authorities();
    if (own.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...own]);
    log.line('station.authorities', { ofSystem: own.length });
  } catch (error) {
    log.line('station.noAuthorities', { code: (error as { code?: string } | null)?.code ?? '' });
  }
}
