/** Hands everything that is not the API or a file to React Router, with the request's store, language and nonce. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  data,
  type LoaderFunction,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Admission } from './http/admission.ts'
import { buildApi } from './http/build-api.ts'
import { sendBusyPage } from './http/busy-page.ts'
import { acceptsGzip, LEAST_GZIP_BYTES } from './http/compress-answers.ts'
import { pageContext, type Site } from './http/context.ts'
import {
  developmentPolicy,
  newNonce,
  offlinePolicy,
  pagePolicy,
  reportingEndpoints,
  workerPolicy,
} from './http/headers.ts'
import { addressSubject } from './http/limits.ts'
import { routeTable } from './http/route-table.ts'
import type { Karat } from './karat.ts'
import { languageOfAddress, languages } from './locale/languages.ts'
import { isCurrency } from './money/money.ts'
import { isListed, listedAddress, pageAddress, pathRead } from './page-fields.ts'
import { openPageMemory } from './page-memory.ts'
import { Refusal } from './refusals.ts'
import { scriptsWait } from './scripts-wait.ts'
import { languageOf } from './stores/door.ts'
import { noFeatures } from './stores/feature-rules.ts'
import { firstSettings } from './stores/setting-rules.ts'
import { DEFAULT_STORE, type Store, usualStore } from './stores/stores.ts'

/** A server build as Vite's virtual module exports it: every optional part is there, some of them undefined. */
type BuiltPages = { [K in keyof ServerBuild]: ServerBuild[K] | undefined }

export type Pages = { build: BuiltPages; dev?: boolean }

/**
 * Adds the files of the client build and the catch-all that renders pages. Pages take no form posts: writes go to the API.
 * What the router asks of the build is cheap, and waits with the calls: behind slow pages it would be refused for nothing.
 */
export async function addPages(
  app: FastifyInstance,
  karat: Karat,
  gates: Pick<Admission, 'pages' | 'calls'>,
  { build, dev = false }: Pages,
) {
  if (!dev) await serveFiles(app)
  const site: Site = { build: build.assets?.version ?? '', rules: routeTable(karat.config, karat.settings) }
  buildApi(app, site)
  const guarded = withRefusals(build as ServerBuild)
  const handlers = new Map<string, RequestHandler>(
    languages.map((language) => [
      language,
      dev
        ? createRequestHandler(guarded, 'development')
        : createRequestHandler({ ...guarded, assets: assetsIn(language, guarded.assets) }, 'production'),
    ]),
  )
  const memory = openPageMemory(karat)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = addressSubject(request.ip)
    await karat.limits.count('public', address, karat.now())
    // The router takes a path in any spelling: with each a page of its own, the memory of pages would be nobody's.
    const listed = listedAddress(request.raw.url ?? '/')
    if (listed !== null) return reply.redirect(listed, 308)
    const { url, plain } = pageAddress(request.raw.url ?? '/')
    request.raw.url = url
    if (karat.stores.size === 0 && !isBeforeStores(url)) throw new Refusal('shop_not_open')
    const nonce = newNonce()
    const visitor = visitorOf(karat, request)
    const visit = { request, reply, nonce, visitor, site }
    const gate = isOfBuild(url) ? gates.calls : gates.pages
    const render = () =>
      gate.run({ subject: address, shed: plain ? 'last' : 'first' }, async () => {
        // React renders without a pause: who came meanwhile is heard between two pages, and meets the gate.
        await nextTurn()
        return renderPage(handlers.get(visitor.language), karat, visit)
      })
    const asGzip = !dev && acceptsGzip(request.headers['accept-encoding'])
    givePageHeaders(request, reply, dev ? null : nonce, !visitor.store.open)
    if (dev || !isListed(url)) return sendResponse(reply, await render(), asGzip)

    let first: Response | undefined
    const key = `${visitor.store.code} ${visitor.currency} ${visitor.language} ${url}`
    const html = await memory.page(key, nonce, asGzip, async () => {
      first = await render()
      const mayBeKept = first.status === 200 && !first.headers.has('set-cookie')
      return mayBeKept ? { html: scriptsWait(await first.text()), nonce } : null
    })
    if (html === null) return sendResponse(reply, first ?? (await render()), asGzip)
    if (asGzip) reply.header('content-encoding', 'gzip')
    return reply.type('text/html; charset=utf-8').send(html)
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: 'public', admission: 'own' },
    handler: (request, reply) =>
      answer(request, reply).catch((error) => {
        if (!(error instanceof Refusal) || isData(request.url)) throw error
        return sendBusyPage(reply, error, languageOfAddress(request.url) ?? languageOf(request.headers) ?? 'id')
      }),
  })
}

/** The files of the client build, as they are. */
async function serveFiles(app: FastifyInstance) {
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', admission: 'own' }
    })
    await files.register(fastifyStatic, {
      root: path.resolve('build/client'),
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders(reply, file) {
        const lasting = 'public, max-age=31536000, immutable'
        const aDay = 'public, max-age=86400, stale-while-revalidate=604800'
        const named = /\/img\//.test(file) ? aDay : 'public, max-age=3600'
        reply.header('cache-control', file.includes('/assets/') ? lasting : named)
        if (file.includes('/offline/')) reply.header('content-security-policy', offlinePolicy)
        if (/\/sw\.js(\.\w+)?$/.test(file))
          reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy })
      },
    })
  })
}

/** What the router asks of the build: which files the routes have that a page leads to. */
const isOfBuild = (url: string) => url.startsWith('/__')

/** A page's data, or what the router asks of the build. */
const isData = (url: string) => isOfBuild(url) || /^[^?]*\.data(\?|$)/.test(url)

/** `nonce` is null under `npm run dev`. */
function givePageHeaders(request: FastifyRequest, reply: FastifyReply, nonce: string | null, isClosed: boolean) {
  reply.header('content-security-policy', nonce === null ? developmentPolicy : pagePolicy(nonce))
  if (nonce !== null) reply.header('reporting-endpoints', reportingEndpoints)
  reply.header('cache-control', isAhead(request) ? 'private, max-age=5' : 'private, no-store')
  reply.header('vary', 'Accept-Encoding, Cookie, Language')
  if (isOffice(request.url) || isClosed) reply.header('x-robots-tag', 'noindex, nofollow')
}

/** The scripts of one language, as scripts/finish-build.ts wrote them. */
function assetsIn(language: string, assets: ServerBuild['assets']): ServerBuild['assets'] {
  const inLanguage = (whole: string, name: string) =>
    existsSync(path.join('build/client/assets', language, name)) ? `"/assets/${language}/${name}"` : whole
  return JSON.parse(JSON.stringify(assets).replace(/"\/assets\/([^"/]+\.js)"/g, inLanguage))
}

/** Sends what the router answered; a body worth it as gzip, which a browser may ask for. */
async function sendResponse(reply: FastifyReply, response: Response, asGzip: boolean) {
  if (!asGzip || !response.body || response.headers.has('content-encoding')) return reply.send(response)
  const body = Buffer.from(await response.arrayBuffer())
  const small = body.length < LEAST_GZIP_BYTES
  response.headers.delete('content-length')
  if (!small) response.headers.set('content-encoding', 'gzip')
  const { status, statusText, headers } = response
  return reply.send(new Response(small ? body : await promisify(gzip)(body), { status, statusText, headers }))
}

/** A payload fetched ahead, while somebody points at a link: kept by the browser until they press it, no longer. */
const isAhead = ({ url, headers }: FastifyRequest) =>
  /^[^?]*\.data(\?|$)/.test(url) && /^prefetch/.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

/** The back office, in any spelling: what is rendered of it is never kept, by us or by anybody. */
const isOffice = (url: string) => /^\/admin([/.]|$)/.test(pathRead(url))

type Visit = {
  request: FastifyRequest
  reply: FastifyReply
  nonce: string
  visitor: ReturnType<typeof visitorOf>
  site: Site
}

function renderPage(
  handle: RequestHandler | undefined,
  karat: Karat,
  { request, reply, nonce, visitor, site }: Visit,
): Promise<Response> {
  if (!handle) throw new Error(`no pages speak ${visitor.language}`)
  const context = new RouterContextProvider()
  context.set(pageContext, { karat, nonce, site, address: addressSubject(request.ip), ...visitor })
  // Never the Host header: pages are shared between readers, and it is whatever one of them wrote.
  const { host, protocol } = new URL(karat.config.PUBLIC_URL)
  const asked = createRequest(request.raw, reply.raw, { host, protocol })
  // HEAD is rendered as GET, so that what is kept of it is a whole page; Node leaves the body out.
  return handle(asked.method === 'HEAD' ? new Request(asked, { method: 'GET' }) : asked, context)
}

/** The store, currency and language that this browser chose, from its cookies; the store's own where it chose none. */
function visitorOf(karat: Karat, { headers, url }: FastifyRequest) {
  const cookies = headers.cookie
  const cookie = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  const store = karat.stores.get(cookie('store') ?? DEFAULT_STORE) ?? usualStore(karat.stores) ?? noStore
  const chosen = cookie('currency') ?? ''
  const currency = isCurrency(chosen) && store.currencies.includes(chosen) ? chosen : store.currency
  return { store, currency, language: languageOfAddress(url) ?? languageOf(headers) ?? store.language }
}

/** What the pages of a shop stand in that has no store yet: its setting up, and its office. */
const noStore: Store = {
  ...{
    code: '',
    name: 'Karat',
    currency: 'USD' as const,
    currencies: ['USD' as const],
    timeZone: 'UTC',
    language: 'en-US',
  },
  ...{ country: '', regionLevels: 1, open: false, settings: firstSettings, features: noFeatures, had: noFeatures },
}

/** The pages that stand without a store, in any spelling. */
const isBeforeStores = (url: string) => isOfBuild(url) || isOffice(url) || /^\/setup([/.]|$)/.test(pathRead(url))

/** A Refusal thrown by a query that a loader calls reaches the page's error boundary with its status and code. */
function withRefusals(build: ServerBuild): ServerBuild {
  const guard =
    (loader: LoaderFunction): LoaderFunction =>
    async (args) => {
      try {
        return await loader(args)
      } catch (error) {
        if (error instanceof Refusal)
          throw data({ code: error.code }, { status: error.rule.status, statusText: error.code })
        throw error
      }
    }
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route?.module.loader
        ? { ...route, module: { ...route.module, loader: guard(route.module.loader as LoaderFunction) } }
        : route,
    ]),
  )
  return { ...build, routes } as ServerBuild
}
