/** What search engines ask for beside the pages: which addresses there are, and which they should leave alone. */
import type { FastifyInstance } from 'fastify'
import { listNewsAddresses } from '../content/news-queries.ts'
import { addressSubject } from '../http/limits.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type Store, usualStore } from '../stores/stores.ts'
import { alternatesOf, publicPages } from '../ui/public-pages.ts'

/** News appears by the clock, without anybody telling: the map is drawn anew this often in any case. */
const LONGEST_MS = 60_000

type Place = { path: string; changedAt?: number }

/** GET /robots.txt and GET /sitemap.xml, of the store that an address without a choice opens. */
export function searchEngineApi(app: FastifyInstance, karat: Karat) {
  const config = { access: 'public' } as const
  const origin = karat.config.PUBLIC_URL
  app.get('/robots.txt', { config, schema: { hide: true } }, (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return ['User-agent: *', 'Disallow: /api/', 'Disallow: /sandbox/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join(
      '\n',
    )
  })

  let drawn: { version: number; at: number; map: Promise<string> } | undefined
  app.get('/sitemap.xml', { config, schema: { hide: true } }, async (request, reply) => {
    await karat.limits.count('public', addressSubject(request.ip), karat.now())
    const [version, now] = [karat.catalogue.version(), karat.now()]
    if (drawn?.version !== version || now - drawn.at > LONGEST_MS) drawn = { version, at: now, map: drawMap(karat) }
    const known = drawn
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=600')
    return known.map.catch((error) => {
      if (drawn === known) drawn = undefined
      throw error
    })
  })
}

async function drawMap(karat: Karat): Promise<string> {
  const store = usualStore(karat.stores)
  if (!store) throw new Refusal('shop_not_open')
  const news = await listNewsAddresses(karat.db, { store, language: store.language })
  const newest = news.reduce((latest, { publishedAt }) => Math.max(latest, publishedAt.getTime()), 0)
  const changed: Record<string, number> = newest > 0 ? { '/home/news': newest } : {}
  const places: Place[] = [
    ...Object.keys(publicPages)
      .filter((path) => !publicPages[path]?.includes('id'))
      .map((path) => ({ path, ...(changed[path] ? { changedAt: changed[path] } : {}) })),
    ...karat.catalogue.categories().map(({ slug }) => ({ path: `/product/product?category=${slug}` })),
    ...karat.catalogue
      .products(store.code)
      .map(({ id, publishedAt }) => ({ path: `/product/productDetail?id=${id}`, changedAt: publishedAt })),
    ...('/home/newsDetail' in publicPages ? news : []).map(({ id, publishedAt }) => ({
      path: `/home/newsDetail?id=${id}`,
      changedAt: publishedAt.getTime(),
    })),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...places.flatMap((place) => entriesOf(place, store, karat.config.PUBLIC_URL)),
    '</urlset>',
    '',
  ].join('\n')
}

/** One entry for each language, each naming the others. */
function entriesOf({ path, changedAt }: Place, store: Store, origin: string): string[] {
  const alternates = alternatesOf(path, store.language)
  const links = alternates.map(
    (one) => `<xhtml:link rel="alternate" hreflang="${one.language}" href="${xml(origin + one.path)}"/>`,
  )
  const date = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
  return alternates
    .filter(({ language }) => language !== 'x-default')
    .map((one) => `<url><loc>${xml(origin + one.path)}</loc>${date}${links.join('')}</url>`)
}

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const xml = (text: string): string => text.replace(/[&<>"']/g, (character) => names[character] ?? '')
