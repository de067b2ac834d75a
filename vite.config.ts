import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { compileOptions, languagePlace } from './src/locale/compile-options.ts'

const src = `${path.resolve('src')}/`
const mayReachBrowser =
  /^(root\.tsx|entry\.client\.tsx|settings\.ts|(money|locale|ui)\/|[^/]+\/(pages\/|contract\.ts|[\w-]+-rules\.ts))|\.(css|svg|woff2)$/

/** Fails the build when a module that may not reach the browser does. */
function browserBoundary(): Plugin {
  return {
    name: 'karat:browser-boundary',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer, options) {
      if (!importer) return
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const file = found?.id.split('?')[0]
      if (!file?.startsWith(src) || mayReachBrowser.test(file.slice(src.length))) return found
      throw new Error(
        `${file.slice(src.length)} is server-only, but ${importer.replace(src, '')} brings it into the browser`,
      )
    },
  }
}

/**
 * Leaves in every message of the client build the place where scripts/finish-build.ts writes one language, and of
 * paraglide's runtime what that needs.
 */
function oneLanguageEach(): Plugin {
  const runtime = `
    export const experimentalStaticLocale = undefined
    export const getLocale = () => ${languagePlace}
    export const overwriteGetLocale = () => {}`
  return {
    name: 'karat:one-language-each',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/paraglide\/(runtime|messages\/\w+)\.js$/ },
      handler: (code, id) =>
        id.endsWith('/runtime.js') ? runtime : code.replaceAll('experimentalStaticLocale ??', `${languagePlace} ??`),
    },
  }
}

/** The router's own measuring from inside, which nobody here asks for. A release that moves it fails the build. */
function withoutInstrumentation(): Plugin {
  let found = false
  return {
    name: 'karat:without-instrumentation',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
      handler() {
        found = true
        return `
          export const instrumentClientSideRouter = (router) => router
          export const getRouteInstrumentationUpdates = () => ({})
          export const consumeInstrumentationClientResultMetaReceiver = () => undefined
          export const instrumentHandler = (handler) => handler
          export const instrumentationResultMetaContext = {}`
      },
    },
    generateBundle() {
      if (!found) this.error('react-router keeps its instrumentation elsewhere now')
    },
  }
}

/** Message → the folder it stands in under messages/. */
const folderOf = new Map(
  readdirSync('messages').flatMap((folder) =>
    Object.keys(JSON.parse(readFileSync(`messages/${folder}/en-US.json`, 'utf8'))).map((name) => [name, folder]),
  ),
)

const messageOf = (id: string) => /\/paraglide\/messages\/(\w+)\.js$/.exec(id)?.[1]?.replace(/\d+$/, '')

/** What a module that several pages share is about: its area, or the folder of its message. */
function subjectOf(id: string): string {
  const message = messageOf(id)
  return (message ? folderOf.get(message) : /\/src\/([\w-]+)/.exec(id)?.[1]) ?? 'shared'
}

type Seen = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] }
type Modules = { getModuleInfo(id: string): Seen | null }

/** The back office and its words: nothing of it may reach a page of the shop. */
const isOffice = (id: string) =>
  /\/src\/(office|staff)\//.test(id) || /^(office|staff)/.test(folderOf.get(messageOf(id) ?? '') ?? '')

/** The entries of the shop (routes, parts loaded late) that bring a module in; those of the back office do not count. */
function shopEntries(id: string, modules: Modules): number {
  const seen = new Set<string>()
  const entries = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next) || isOffice(next)) continue
    seen.add(next)
    const info = modules.getModuleInfo(next)
    if (info && (info.isEntry || info.dynamicImporters.length > 0)) entries.add(next)
    waiting.push(...(info?.importers ?? []))
  }
  return entries.size
}

/** Few files, so that a phone on a slow line asks once: what every page needs, then what pages share, by subject. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
  {
    name: 'shell',
    test: /\/src\/ui\/(shell\/(?!preferences-popup)|layouts\/default|theme|page-address|build-notice)/,
    priority: 1,
  },
  {
    name: (id: string, modules: Modules) => (shopEntries(id, modules) >= 14 ? 'shell' : null),
    test: /\/src\//,
    priority: 1,
  },
  { name: 'office', test: isOffice, minShareCount: 2, priority: 1 },
  { name: subjectOf, test: /\/src\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
]

export default defineConfig({
  plugins: [
    browserBoundary(),
    tailwindcss(),
    paraglideVitePlugin(compileOptions),
    oneLanguageEach(),
    withoutInstrumentation(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunks },
            // Shared pieces would be named after everyone who shares them; every page tells their names.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
      },
    },
    ssr: { build: { sourcemap: true, rollupOptions: { input: './src/server.ts' } } },
  },
  // Named here, else the first page under npm run dev is loaded twice.
  optimizeDeps: {
    include: [
      ...['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom'],
      ...['alert-dialog', 'csp-provider', 'dialog', 'menu', 'toast'].map((part) => `@base-ui/react/${part}`),
    ],
  },
  server: { watch: { ignored: ['**/data/**'] } },
})
