/** Where the pages of this program come from. */
export interface Origin {
  /** The page a window opens with. */
  readonly start: string;
  /** Whether an address is one of our pages, or a part of one. */
  readonly isOurs: (url: string) => boolean;
  /** The development server, where there is one: never in an installed program. */
  readonly development: URL | null;
}

/** The scheme and the host of our pages. */
export const scheme = 'app';
export const host = 'carrel';

const isAppUrl = (url: URL): boolean => url.protocol === `${scheme}:` && url.host === host;

/** Our pages come from `app://carrel`, or from a development server on this machine if the program is not installed. */
export function originOf({
  isPackaged,
  rendererUrl,
}: {
  isPackaged: boolean;
  rendererUrl?: string | undefined;
}): Origin {
  const given = isPackaged || rendererUrl === undefined ? null : URL.parse(rendererUrl);
  const development =
    given !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(given.hostname) ? given : null;
  const isOurs = (text: string): boolean => {
    const url = URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return false;
    return development ? url.origin === development.origin : isAppUrl(url);
  };
  return { start: development?.href ?? `${scheme}://${host}/index.html`, isOurs, development };
}
