/** A page that fails while the server renders it: the full error page with its status, and the fault in the log, not on the page. */
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { createElement } from 'react'
import { data, Outlet, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from '../tests/support/shop.ts'
import { buildApp } from './app.ts'
import * as entry from './entry.server.tsx'
import type { Pages } from './page-host.ts'
import * as root from './root.tsx'
import { PageTrouble } from './ui/page-trouble.tsx'

const lines: string[] = []
const log = new Writable({
  write(line, _encoding, done) {
    lines.push(String(line))
    done()
  },
})
const shop = openShop({ LOG_LEVEL: 'error' }, log)
let app: FastifyInstance

const pages = {
  layout: { default: () => createElement('main', null, 'The layout around', createElement(Outlet)) },
  'layout/broken-loader': {
    loader() {
      throw new Error('a secret of the loader')
    },
    default: () => null,
    ErrorBoundary: PageTrouble,
  },
  'broken-render': {
    default() {
      throw new Error('a secret of the renderer')
    },
  },
  'broken-loader': {
    loader() {
      throw new Error('a secret of the loader')
    },
    default: () => null,
  },
  'own-words': {
    loader() {
      throw data('The vault is being counted.', { status: 503, statusText: 'Closed for Counting' })
    },
    default: () => null,
  },
}
/** As Vite's plugin wraps what a route module exports. */
const wrapped = {
  ...root,
  default: UNSAFE_withComponentProps(root.default),
  ErrorBoundary: UNSAFE_withErrorBoundaryProps(root.ErrorBoundary as never),
}
const parentOf = (id: string) => (id.startsWith('layout/') ? 'layout' : 'root')
const known = (id: string) => ({
  ...{ id, module: '/x.js', imports: [], hasLoader: !['broken-render', 'layout'].includes(id) },
  ...(id === 'root' ? { path: '' } : { path: id.replace('layout/', ''), parentId: parentOf(id) }),
})
const build = {
  entry: { module: entry },
  routes: {
    root: { id: 'root', path: '', module: wrapped },
    ...Object.fromEntries(
      Object.entries(pages).map(([id, module]) => [
        id,
        { id, parentId: parentOf(id), path: id.replace('layout/', ''), module },
      ]),
    ),
  },
  assets: {
    entry: { module: '/x.js', imports: [] },
    routes: Object.fromEntries(['root', ...Object.keys(pages)].map((id) => [id, known(id)])),
    ...{ url: '/manifest.js', version: '1' },
  },
  ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} as unknown as Pages['build']

beforeAll(async () => {
  app = await buildApp(shop.karat, { pages: { build } })
  await app.ready()
})
afterAll(() => app?.close())

const open = async (path: string) => {
  const { statusCode, body, headers } = await app.inject({ url: path, headers: { cookie: 'language=en-US' } })
  const words = body
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  return { statusCode, words, body, type: headers['content-type'] }
}

test.each(['broken-render', 'broken-loader'])(
  '%s: 500 and Internal Server Error; the reason stands in the log, not on the page',
  async (path) => {
    lines.length = 0
    const { statusCode, words, body, type } = await open(`/${path}`)
    expect({ statusCode, type }).toEqual({ statusCode: 500, type: 'text/html; charset=utf-8' })
    expect(words).toContain('500 Internal Server Error')
    expect(body).not.toContain('a secret of')
    expect(lines.join('')).toContain('a secret of')
  },
)

test('a page whose own trouble stands inside its layout: what the server could not load stands in its place', async () => {
  const { statusCode, words, body } = await open('/layout/broken-loader')
  expect(statusCode).toBe(500)
  expect(words).toContain('500 Internal Server Error')
  expect(words).not.toContain('The layout around')
  expect(body.match(/<main/g)).toHaveLength(1)
})

test('an error with a status message of its own shows that one, and its message as description', async () => {
  const { statusCode, words } = await open('/own-words')
  expect(statusCode).toBe(503)
  expect(words).toContain('503 Closed for Counting The vault is being counted.')
})
