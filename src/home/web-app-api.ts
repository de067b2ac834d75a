/** GET /manifest.webmanifest: the shop as an application of the device, in the language that the page speaks. */
import type { FastifyInstance } from 'fastify'
import type { Karat } from '../karat.ts'
import { languageOfAddress } from '../locale/languages.ts'
import * as m from '../locale/paraglide/messages.js'
import { brandIn } from '../stores/stores.ts'

const picture = (file: string, sizes: string, more: object = {}) => ({
  src: `/icons/${file}`,
  sizes,
  type: file.endsWith('.webp') ? 'image/webp' : 'image/png',
  ...more,
})

export function webAppApi(app: FastifyInstance, { stores }: Pick<Karat, 'stores'>) {
  const config = { access: 'public' } as const
  app.get('/manifest.webmanifest', { config, schema: { hide: true } }, (request, reply) => {
    const locale = languageOfAddress(request.url) ?? 'id'
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600')
    return manifestIn(locale, brandIn(stores))
  })
}

function manifestIn(locale: 'id' | 'en-US' | 'zh', brand: string) {
  const shortcut = (name: string, url: string) => ({ name, url, icons: [picture('icon-192.png', '192x192')] })
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: m.home_app_description({}, { locale }),
    lang: locale,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf7f1',
    theme_color: '#faf7f1',
    categories: ['finance', 'shopping'],
    icons: [
      picture('icon-192.png', '192x192'),
      picture('icon-512.png', '512x512'),
      picture('maskable-512.png', '512x512', { purpose: 'maskable' }),
    ],
    shortcuts: [
      shortcut(m.ui_nav_price({}, { locale }), '/home/goldPrice'),
      shortcut(m.ui_nav_shop({}, { locale }), '/product/product'),
      shortcut(m.home_app_orders({}, { locale }), '/user/order/list'),
    ],
    screenshots: [
      picture('screen-narrow.webp', '780x1688', { form_factor: 'narrow', label: m.home_promise({}, { locale }) }),
      picture('screen-wide.webp', '1440x900', { form_factor: 'wide', label: m.home_promise({}, { locale }) }),
    ],
  }
}
