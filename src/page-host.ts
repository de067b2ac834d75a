/** Hands everything that is not the API or a file to React Router, with the request's store, language and nonce. */
import path from 'node:path'
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
import { buildApi } from './http/build-api.ts'
import { pageContext, type Site } from './http/context.ts'
import { developmentPolicy, newNonce, pagePolicy } from './http/headers.ts'
import { addressSubject } from './http/limits.ts'
import { routeTable } from './http/route-table.ts'
import type { Karat } from './karat.ts'
import { isCurrency } from './money/money.ts'
import { openPageMemory } from './page-memory.ts'
import { Refusal } from './refusals.ts'
import { languageOf } from './stores/door.ts'
import { DEFAULT_STORE } from './stores/stores.ts'

/** A server build as Vite's virtual module exports it: every optional part is there, some of them undefined. */
type BuiltPages = { [K in keyof ServerBuild]: ServerBuild[K] | undefined }

export type Pages = { build: BuiltPages; dev?: boolean }

/** Adds the files of the client build and the catch-all that renders pages. Pages take no form posts: writes go to the API. */
export async function addPages(app: FastifyInstance, karat: Karat, { build, dev = false }: Pages) {
  if (!dev) {
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'public' }
      })
      await files.register(fastifyStatic, {
        root: path.resolve('build/client'),
        wildcard: false,
        setHeaders(reply, file) {
          const lasting = 'public, max-age=31536000, immutable'
          reply.header('cache-control', file.includes('/assets/') ? lasting : 'public, max-age=3600')
        },
      })
    })
  }
  const site: Site = { build: build.assets?.version ?? '', rules: routeTable(karat.config, karat.settings) }
  buildApi(app, site)
  const handle = createRequestHandler(withRefusals(build as ServerBuild), dev ? 'development' : 'production')
  const memory = openPageMemory(karat)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { access: 'public' },
    async handler(request, reply) {
      await karat.limits.count('public', addressSubject(request.ip), karat.now())
      const nonce = newNonce()
      const visitor = visitorOf(karat, request.headers.cookie)
      const render = () => renderPage(handle, karat, { request, reply, nonce, visitor, site })
      reply.header('content-security-policy', dev ? developmentPolicy : pagePolicy(nonce))
      reply.header('cache-control', 'private, no-store')
      if (isAhead(request)) reply.headers({ 'cache-control': 'private, max-age=5', vary: 'Cookie' })
      if (dev || request.method !== 'GET' || /\.data(\?|$)|^\/__/.test(request.url)) return reply.send(await render())

      let first: Response | undefined
      const key = `${visitor.store.code} ${visitor.currency} ${visitor.language} ${request.url}`
      const html = await memory.page(key, nonce, async () => {
        first = await render()
        const mayBeKept = first.status === 200 && !first.headers.has('set-cookie')
        return mayBeKept ? { html: await first.text(), nonce } : null
      })
      if (html !== null) return reply.type('text/html; charset=utf-8').send(html)
      return reply.send(first ?? (await render()))
    },
  })
}

/** A payload fetched ahead, while somebody points at a link: kept by the browser until they press it, no longer. */
const isAhead = ({ url, headers }: FastifyRequest) =>
  /\.data(\?|$)/.test(url) && /^prefetch/.test(String(headers['sec-purpose'] ?? headers.purpose ?? ''))

type Visit = {
  request: FastifyRequest
  reply: FastifyReply
  nonce: string
  visitor: ReturnType<typeof visitorOf>
  site: Site
}

function renderPage(
  handle: RequestHandler,
  karat: Karat,
  { request, reply, nonce, visitor, site }: Visit,
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(pageContext, { karat, nonce, site, address: addressSubject(request.ip), ...visitor })
  // Never the Host header: pages are shared between readers, and it is whatever one of them wrote.
  const { host, protocol } = new URL(karat.config.PUBLIC_URL)
  return handle(createRequest(request.raw, reply.raw, { host, protocol }), context)
}

/** The store, currency and language that this browser chose, from its cookies; the store's own where it chose none. */
function visitorOf(karat: Karat, cookies: string | undefined) {
  const cookie = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  const store = karat.stores.get(cookie('store') ?? DEFAULT_STORE) ?? karat.stores.get(DEFAULT_STORE)
  if (!store) throw new Error('the default store is missing')
  const chosen = cookie('currency') ?? ''
  const currency = isCurrency(chosen) && store.currencies.includes(chosen) ? chosen : store.currency
  return { store, currency, language: languageOf(cookies) ?? store.language }
}

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
