const roots = ['svcws', 'almaws'] as const;

/**
 * Completes a base URL to the version, by its root segment where it has one. Where it has none, both are tried with a
 * call without a key: a service that knows the path refuses it as unauthorized, not as unknown.
 */
export async function withRoot(base: URL, call: typeof fetch = fetch): Promise<string> {
  const path = base.pathname.replace(/\/+$/, '');
  if (path.endsWith('/v1')) return `${base.origin}${path}`;
  if (roots.some((root) => path.endsWith(`/${root}`))) return `${base.origin}${path}/v1`;
  for (const root of roots) {
    const url = `${base.origin}${path}/${root}/v1`;
    const { status } = await call(`${url}/conf/general`, { redirect: 'manual' });
    if (status === 200 || status === 400 || status === 401 || status === 403) return url;
  }
  throw new Error(
    `${base.href} answers under neither ${roots.join(' nor ')}: give the path with its root segment.`,
  );
}
