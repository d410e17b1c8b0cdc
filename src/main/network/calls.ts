import { isProxyList } from '../../client/proxy/route.ts';
import { m } from '../../messages/compiled/messages.js';
import { invalid } from '../failure.ts';
import type { ChosenFile, Files } from '../ports.ts';
import type { HandlersOf } from '../router.ts';
import type { Station } from '../station/station.ts';
import { certificatesIn } from './authorities.ts';

/** All authorities of a system together have a quarter of it, in bytes. */
const mostBytes = 1_000_000;

export interface NetworkCallsDeps {
  readonly station: Pick<Station, 'changeNetwork' | 'view'>;
  readonly files: Pick<Files, 'choose'>;
  /** What is trusted may be something else now. */
  readonly authoritiesChanged: () => void;
}

async function certificatesOf(file: ChosenFile): Promise<readonly string[]> {
  if (file.size > mostBytes) throw invalid('file', 'fileTooLarge');
  const pem = certificatesIn(Buffer.from(await file.read()).toString('latin1'));
  if (!pem) throw invalid('file', 'notCertificates');
  return pem;
}

/** How this station reaches what is outside its computer. */
export function networkHandlers({
  station,
  files,
  authoritiesChanged,
}: NetworkCallsDeps): HandlersOf<'network'> {
  return {
    'network.proxy': async ({ proxy }) => {
      const words = proxy.trim();
      if (words !== '' && !isProxyList(words)) throw invalid('proxy', 'notAProxy');
      return Promise.resolve(station.changeNetwork({ proxy: words }));
    },
    'network.chooseAuthority': async (_, { window }) => {
      const type = { name: m.network_authority_type(), extensions: ['pem', 'crt', 'cer'] };
      const file = await files.choose(window, {
        ...{ use: 'authority', type },
        title: m.network_authority_choose_title(),
      });
      if (file === null) return station.view();
      const view = station.changeNetwork({ authority: { file: file.name, pem: await certificatesOf(file) } });
      authoritiesChanged();
      return view;
    },
    'network.forgetAuthority': () => {
      const view = station.changeNetwork({ authority: null });
      authoritiesChanged();
      return Promise.resolve(view);
    },
  };
}
