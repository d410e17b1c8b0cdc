import type { RequestDetails } from './web-request.ts';
import { fromWireUrl, headerToWire } from './wire-url.ts';

/** One header, as Chromium has it. */
export interface Header {
  name: string;
  value: string;
}

/** What Chromium's Fetch domain tells of a request, or of its answer, that it has stopped. */
export interface Paused {
  requestId: string;
  resourceType: string;
  frameId: string;
  redirectedRequestId?: string;
  /** These two only where it is the answer that was stopped. */
  responseStatusCode?: number;
  responseHeaders?: Header[];
  request: {
    url: string;
    urlFragment?: string;
    method: string;
    headers: Record<string, string>;
    postData?: string;
    postDataEntries?: { bytes?: string }[];
  };
}

const resourceTypes: Record<string, string> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Media: 'media',
  WebSocket: 'webSocket',
  Ping: 'ping',
};
const withoutBody = new Set([101, 204, 205, 304]);

/** The request as webRequest's listeners are told of it. */
export function detailsOf(paused: Paused, isMainFrame: boolean, webContents: unknown): RequestDetails {
  const { request, requestId, resourceType } = paused;
  const documentType = isMainFrame ? 'mainFrame' : 'subFrame';
  return {
    id: requestId,
    url: fromWireUrl(request.url + (request.urlFragment ?? '')),
    method: request.method,
    resourceType: resourceType === 'Document' ? documentType : (resourceTypes[resourceType] ?? 'other'),
    referrer: fromWireUrl(request.headers.Referer ?? ''),
    webContents,
  };
}

/** The request as the app's own handler gets it. */
export function requestOf(url: string, { request }: Paused): Request {
  const { method, postData = '', postDataEntries } = request;
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    fromWireUrl(value),
  ]);
  if (/^(GET|HEAD)$/.test(method)) return new Request(url, { method, headers });
  const parts = postDataEntries?.map((entry) => Buffer.from(entry.bytes ?? '', 'base64'));
  return new Request(url, { method, headers, body: parts ? Buffer.concat(parts) : postData });
}

/** Headers as Chromium takes them, with the app's own URLs as they travel. */
export function wireHeaders(headers: Record<string, string[]>): Header[] {
  return Object.entries(headers).flatMap(([name, values]) => values.map((one) => headerToWire(name, one)));
}

/** The app's answer as Chromium takes it. */
export async function fulfilment(requestId: string, response: Response, headers: Record<string, string[]>) {
  const { status, statusText } = response;
  const body = withoutBody.has(status) ? '' : Buffer.from(await response.arrayBuffer()).toString('base64');
  return {
    ...{ requestId, responseCode: status, responseHeaders: wireHeaders(headers), body },
    ...(statusText ? { responsePhrase: statusText } : {}),
  };
}
