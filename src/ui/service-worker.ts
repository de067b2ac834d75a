/**
 * The service worker (/sw.js): without a connection a page that is asked for is answered by the offline page of its
 * language. Nothing else is kept: no answer of the API, no page of the shop, nothing personal, no price but the one the
 * open page noted with its time. What is kept belongs to one build and goes when another takes its place.
 */
import type { LastSeen } from './last-seen.ts'

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Asked = Lasting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Worker = EventTarget & {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}

/** Written by scripts/offline-shell.ts: the build, the offline page of each language, and the files these need. */
declare const SHELL: { build: string; pages: Record<string, string>; files: string[]; language: string }

const worker = globalThis as unknown as Worker
const shell = `shell ${SHELL.build}`

worker.addEventListener('install', (event) => {
  const kept = caches.open(shell).then((cache) => cache.addAll([...Object.values(SHELL.pages), ...SHELL.files]))
  ;(event as Lasting).waitUntil(kept.then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('shell ') && name !== shell)
    await Promise.all(old.map((name) => caches.delete(name)))
    await worker.registration.navigationPreload?.enable()
    await worker.clients.claim()
  }
  ;(event as Lasting).waitUntil(tidy())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event as Asked
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') (event as Asked).respondWith(pageOr(event as Asked))
  // Their names change with their content, so what is kept is never another one's.
  else if (SHELL.files.includes(pathname)) (event as Asked).respondWith(keptOr(request))
})

async function pageOr({ request, preloadResponse }: Asked): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const page = SHELL.pages[await languageOf(request)] ?? SHELL.pages[SHELL.language] ?? ''
    const kept = await (await caches.open(shell)).match(page)
    if (!kept) throw error
    return kept
  }
}

const keptOr = async (request: Request): Promise<Response> =>
  (await (await caches.open(shell)).match(request.url, { ignoreVary: true })) ?? fetch(request)

/** What the address asks for, else what the last page spoke. */
async function languageOf({ url }: Request): Promise<string> {
  const asked = new URL(url).searchParams.get('lang')
  const seen = await (await caches.open('seen')).match('/last-seen')
  const known = seen ? ((await seen.json()) as LastSeen).language : SHELL.language
  return Object.keys(SHELL.pages).find((language) => asked !== null && language.startsWith(asked)) ?? known
}
