import { setTimeout } from 'node:timers/promises';
import { alive } from './chromium.ts';
import type { Devtools } from './cdp.ts';
import { record } from './journal.ts';
import { detailsOf, fulfilment, type Header, type Paused, requestOf, wireHeaders } from './paused-request.ts';
import type { Session } from './session.ts';
import { fromWireUrl, isOwn, ownPatterns } from './wire-url.ts';

/** Whom a window's requests belong to. */
interface Owner {
  webContents: unknown;
  session: Session;
  frameId: string;
  /** Asks the app about a navigation that the page began, or that the server redirected: true when it said no. */
  refusesNavigation: (url: string, isMainFrame: boolean, isRedirect: boolean) => boolean;
  /** A new document is on its way to the main frame. */
  started: (url: string) => void;
  loadURL: (url: string) => Promise<void>;
}

/** How long a page's word that it leaves may come after its request, in milliseconds: the two come on different ways. */
const wordMs = 500;

/** Why a request fails; undefined where it does not. */
type Failure = 'Aborted' | 'BlockedByClient' | 'Failed' | undefined;

/** Where a window's requests are stopped and judged: its documents, the app's own schemes, all with webRequest. */
export class RequestGate {
  readonly #devtools: Devtools;
  readonly #owner: Owner;
  /** URLs the page itself asked to go to, each as often, as opposed to `loadURL` and a test's `goto`. */
  readonly #askedByPage: string[] = [];

  constructor(devtools: Devtools, owner: Owner) {
    this.#devtools = devtools;
    this.#owner = owner;
    devtools.on('Page.frameRequestedNavigation', ({ url, frameId, disposition }) => {
      if (disposition !== 'currentTab') return;
      if (/^https?:/.test(url)) this.#askedByPage.push(url);
      else this.#leave(url, frameId === owner.frameId);
    });
    devtools.on('Fetch.requestPaused', (paused) => void this.#judge(paused));
  }

  /** Also called again when the session's handlers change. */
  open(): Promise<unknown> {
    const { seesRequests, seesAnswers } = this.#owner.session.gate.webRequest;
    const requests = seesRequests()
      ? [{ urlPattern: '*' }]
      : [...ownPatterns(), { urlPattern: '*', resourceType: 'Document' as const }];
    const answers = seesAnswers() ? [{ urlPattern: '*', requestStage: 'Response' as const }] : [];
    return this.#devtools.send('Fetch.enable', { patterns: [...requests, ...answers] });
  }

  /** The page goes to a scheme that makes no request. A link to the app's own scheme is carried out here. */
  #leave(url: string, isMainFrame: boolean): void {
    if (this.#owner.refusesNavigation(url, isMainFrame, false)) {
      void this.#devtools.send('Page.stopLoading').catch(() => undefined); // the page may have gone
    } else if (isOwn(url)) {
      void this.#owner.loadURL(url).catch(() => undefined); // told by did-fail-load
    } else record('navigation left to the desktop', url);
  }

  async #judge(paused: Paused): Promise<void> {
    const { requestId } = paused;
    const fail = (errorReason: NonNullable<Failure>): Promise<unknown> =>
      this.#devtools.send('Fetch.failRequest', { requestId, errorReason });
    try {
      const isAnswer = paused.responseStatusCode !== undefined;
      const reason = isAnswer ? await this.#passAnswer(paused) : await this.#passRequest(paused);
      if (reason) await fail(reason);
    } catch (error) {
      if (!alive() || /Invalid InterceptionId|Session with given id/.test(String(error))) return; // the page has gone
      console.error('stand-in:', error);
      await fail('Failed').catch(() => undefined); // said above
    }
  }

  /** Waits for the page's word that it leaves, where it may still come. */
  async #hearPage({ request: { url }, resourceType, redirectedRequestId }: Paused): Promise<void> {
    const isRedirect = redirectedRequestId !== undefined; // asked about in any case
    if (resourceType !== 'Document' || isRedirect || isOwn(fromWireUrl(url))) return;
    const end = performance.now() + wordMs;
    while (!this.#askedByPage.includes(url) && performance.now() < end) await setTimeout(5);
  }

  #refusesDocument({ request, resourceType, redirectedRequestId }: Paused, isMainFrame: boolean): boolean {
    if (resourceType !== 'Document') return false;
    const url = fromWireUrl(request.url);
    const isRedirect = redirectedRequestId !== undefined;
    const asked = this.#askedByPage.indexOf(request.url);
    if (asked !== -1) this.#askedByPage.splice(asked, 1);
    if ((asked !== -1 || isRedirect) && this.#owner.refusesNavigation(url, isMainFrame, isRedirect))
      return true;
    if (isMainFrame && !isRedirect) this.#owner.started(url);
    return false;
  }

  async #passRequest(paused: Paused): Promise<Failure> {
    const { session, frameId, webContents } = this.#owner;
    const { webRequest, answer } = session.gate;
    const { requestId } = paused;
    const isMainFrame = paused.frameId === frameId;
    await this.#hearPage(paused);
    if (this.#refusesDocument(paused, isMainFrame)) return 'Aborted';
    const details = detailsOf(paused, isMainFrame, webContents);
    if (await webRequest.cancels(details)) return 'BlockedByClient';
    if (!isOwn(details.url)) {
      await this.#devtools.send('Fetch.continueRequest', { requestId });
      return undefined;
    }
    if (paused.resourceType === 'Other' && details.url.endsWith('/favicon.ico')) {
      // A browser's own wish, which Electron does not have.
      await this.#devtools.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      return undefined;
    }
    const response = await answer(requestOf(details.url, paused));
    if (!response || response.type === 'error') return 'Failed';
    const headers = await webRequest.headers(details, response.status, response.headers);
    if (!headers) return 'BlockedByClient';
    await this.#devtools.send('Fetch.fulfillRequest', await fulfilment(requestId, response, headers));
    return undefined;
  }

  /** An answer from the network, of which onHeadersReceived is told. */
  async #passAnswer(paused: Paused): Promise<Failure> {
    const { requestId, responseStatusCode: responseCode = 0, responseHeaders = [] } = paused;
    const details = detailsOf(paused, paused.frameId === this.#owner.frameId, this.#owner.webContents);
    const received = responseHeaders.map(({ name, value }): [string, string] => [name, value]);
    const headers = await this.#owner.session.gate.webRequest.headers(details, responseCode, received);
    if (!headers) return 'BlockedByClient';
    const changed = { requestId, responseCode, responseHeaders: wireHeaders(headers) };
    // The policy of a document is read before headers can be changed on their way: it is given anew instead.
    if (paused.resourceType === 'Document') await this.#giveAnew(changed);
    else await this.#devtools.send('Fetch.continueResponse', changed);
    return undefined;
  }

  async #giveAnew(changed: {
    requestId: string;
    responseCode: number;
    responseHeaders: Header[];
  }): Promise<void> {
    const { requestId, responseHeaders } = changed;
    const { body, base64Encoded } = await this.#devtools.send('Fetch.getResponseBody', { requestId });
    await this.#devtools.send('Fetch.fulfillRequest', {
      ...changed,
      responseHeaders: responseHeaders.filter(({ name }) => !/^content-(encoding|length)$/i.test(name)),
      body: base64Encoded ? body : Buffer.from(body).toString('base64'),
    });
  }
}
