/** Serves the recipient's page, and the one-click requests of mail programs. */
import { TokenLeases } from '#lib/api/token-leases.ts';
import { newNonce } from '#lib/front/security-headers.ts';
import { FORM_CHOICES, type FormChoice, pageHtml, problemHtml } from './html.ts';
import { type PageLanguage, pageLanguage } from './language.ts';
import { PREVIEW_TOKEN } from './links.ts';
import { type Choice, choose, readRecipientPage } from './service.ts';
import type { PageProblem } from './texts.ts';
import { type LinkedRun, readLinkToken } from './token.ts';

/** The limit of requests for one person's page: the largest burst, and the average per second. */
const LIMIT = { capacity: 30, rate: 0.5 };
const shared = globalThis as typeof globalThis & { belfryRecipientRequests?: TokenLeases };

/** The status of the response if there is no page. */
const STATUS: Readonly<Record<PageProblem, number>> = {
  unknown: 404,
  expired: 410,
  preview: 200,
  deleted: 410,
  ended: 410,
  busy: 429,
  unreadable: 400,
};

export interface PageRequest {
  token: string;
  request: Request;
  requestId: string;
}

/** Returns the page of a link. Changes nothing: mail programs and their filters open links too. */
export async function answerPage({ token, request }: PageRequest): Promise<Response> {
  const language = requestLanguage(request);
  const linked = await linkedRun(token);
  if (typeof linked === 'string') return problemAnswer(linked, language);
  const page = await readRecipientPage(linked);
  if (!page) return problemAnswer('deleted', language);
  const { searchParams } = new URL(request.url);
  const done = FORM_CHOICES.find((choice) => choice === searchParams.get('done'));
  const from = Math.max(0, Math.min(page.kinds.length - 1, Number.parseInt(searchParams.get('from') ?? '', 10) || 0));
  const own = page.locale ? pageLanguage(page.locale) : language;
  const nonce = newNonce();
  return htmlAnswer(String(pageHtml({ ...own, page, path: `/r/${token}`, done, from, nonce })), nonce, 200);
}

/**
 * Applies the choice that a form or a mail program posts. The response to a form redirects to the page, so that
 * reloading does not post again. A mail program (RFC 8058) gets a short text.
 */
export async function answerChoice({ token, request, requestId }: PageRequest, body: Uint8Array): Promise<Response> {
  const language = requestLanguage(request);
  const linked = await linkedRun(token);
  if (typeof linked === 'string') return problemAnswer(linked, language);
  const choice = await choiceIn(body, request.headers.get('content-type') ?? '');
  if (!choice) return problemAnswer('unreadable', language);
  const outcome = await choose(linked, choice, requestId);
  if (!outcome) return problemAnswer('deleted', language);
  if (choice.type === 'one-click') return textAnswer(outcome === 'done' ? 'Unsubscribed\n' : 'Always sent\n');
  const from = new URL(request.url).searchParams.get('from');
  const query = new URLSearchParams({ ...(outcome === 'done' && { done: choice.type }), ...(from && { from }) });
  return new Response(null, { status: 303, headers: { ...PRIVATE, location: `/r/${token}?${query}` } });
}

/** Returns the language for an unknown recipient. */
export function requestLanguage({ headers }: Request): PageLanguage {
  return pageLanguage(undefined, headers.get('accept-language') ?? '');
}

async function linkedRun(token: string): Promise<LinkedRun | PageProblem> {
  if (token === PREVIEW_TOKEN) return 'preview';
  const linked = readLinkToken(token, new Date());
  if (!linked) return 'unknown';
  if (linked === 'expired') return 'expired';
  shared.belfryRecipientRequests ??= new TokenLeases();
  const key = `recipient-page ${linked.environmentId} ${linked.subscriberId}`;
  const { allowed } = await shared.belfryRecipientRequests.take(key, LIMIT, 1);
  return allowed ? linked : 'busy';
}

/** Reads a form, urlencoded or multipart. Undefined if it has no known choice. */
async function choiceIn(body: Uint8Array, contentType: string): Promise<Choice | undefined> {
  const form = await new Response(body.slice(), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (!form) return undefined;
  if (form.get('List-Unsubscribe') === 'One-Click') return { type: 'one-click' };
  const type: FormChoice | undefined = FORM_CHOICES.find((choice) => choice === form.get('choice'));
  if (type !== 'save') return type && { type };
  return { type, shown: form.getAll('shown').map(String), on: new Set(form.getAll('on').map(String)) };
}

export const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

/** Returns the page that explains why a link does not work. */
export function problemAnswer(problem: PageProblem, language: PageLanguage): Response {
  const nonce = newNonce();
  return htmlAnswer(String(problemHtml(problem, language, nonce)), nonce, STATUS[problem]);
}

function textAnswer(text: string): Response {
  return new Response(text, { headers: { ...PRIVATE, 'content-type': 'text/plain; charset=utf-8' } });
}

function htmlAnswer(text: string, nonce: string, status: number): Response {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = { ...PRIVATE, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return new Response(text, { status, headers });
}
