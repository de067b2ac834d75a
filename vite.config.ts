import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { compileOptions, languagePlace } from './src/locale/compile-options.ts'
import { settings } from './src/settings.ts'

const src = `${path.resolve('src')}/`
const mayReachBrowser =
  /^(root\.tsx|entry\.client\.tsx|settings\.ts|(money|locale|ui)\/|[^/]+\/([\w-]+\/)?(pages\/|contract\.ts|[\w-]+-rules\.ts))|\.(css|svg|woff2)$/

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

/** Leaves in the browser's settings only what its modules name: it has no use for the rest, and others have no business with it. */
function browserSettings(): Plugin {
  const named = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => mayReachBrowser.test(file) && /\.tsx?$/.test(file) && !/\.test\.ts$|^locale\/paraglide/.test(file),
    )
    .flatMap((file) => {
      const text = readFileSync(src + file, 'utf8')
      if (/[=(,] ?settings\b[^.]/.test(text))
        throw new Error(`${file}: name each setting as settings.…, for the browser`)
      return [...text.matchAll(/\bsettings\.(\w+)(?:\.(\w+))?/g)]
    })
  const seen = Object.entries(settings).flatMap(([name, group]) => {
    const uses = named.filter((use) => use[1] === name)
    if (uses.length === 0) return []
    const whole = uses.some((use) => use[2] === undefined)
    const parts = Object.entries(group).filter(([part]) => whole || uses.some((use) => use[2] === part))
    return [[name, Array.isArray(group) ? group : Object.fromEntries(parts)]]
  })
  const bigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `bigint ${value}` : value)
  const written = JSON.stringify(Object.fromEntries(seen), bigint).replace(/"bigint (-?\d+)"/g, '$1n')
  return {
    name: 'karat:browser-settings',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: { filter: { id: /\/src\/settings\.ts$/ }, handler: () => `export const settings = ${written}` },
  }
}

/** Parts of the router that are for experiments we have not begun, and what its other parts find in their place. */
const unused: [file: RegExp, inPlace: string][] = [
  [
    /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/,
    `export const instrumentClientSideRouter = (router) => router
     export const getRouteInstrumentationUpdates = () => ({})
     export const consumeInstrumentationClientResultMetaReceiver = () => undefined
     export const instrumentHandler = (handler) => handler
     export const instrumentationResultMetaContext = {}`,
  ],
  [
    /react-router\/dist\/production\/lib\/dom\/ssr\/route-discovery\.js$/,
    `export class RouteDiscoveryRuntime {}
     export const getCustomPatchRoutesOnNavigationFunction = () => undefined
     export const useCustomRouteDiscovery = () => undefined
     export const useRouteDiscovery = () => undefined`,
  ],
]

/** Leaves them, and what flags of such experiments would do, out of the client build. A release that moves one of them fails the build. */
function withoutUnused(): Plugin {
  const found = new Set<RegExp>()
  return {
    name: 'karat:without-unused',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const [file, inPlace] = unused.find(([known]) => known.test(id)) ?? []
        if (!file) return code.replace(/\b(context\.)?future\.unstable_\w+/g, 'false')
        found.add(file)
        return inPlace
      },
    },
    generateBundle() {
      if (found.size < unused.length) this.error('react-router keeps an unused part elsewhere now')
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

/** The back office and its words: nothing of it may reach a page of the shop. */
const isOffice = (id: string) =>
  /\/src\/(office|staff)\//.test(id) || /^(office|staff)/.test(folderOf.get(messageOf(id) ?? '') ?? '')

/** Few files, so that a phone on a slow line asks once: what every page needs, then what pages share, by subject. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 9 },
  {
    name: 'root',
    test: /\/src\/ui\/(shell\/(?!preferences-popup|member-nav)|layouts\/default|theme|page-address|build-notice|link-codes|error-page|page-meta|page-title|wordmark|brand-shapes|structured-data|picture\.)|\/src\/(root|entry\.client)\./,
    priority: 7,
  },
  { name: 'rules', test: /\/src\/(settings|pricing\/price-rules)\./, priority: 8 },
  {
    name: 'piece',
    test: /\/src\/(catalogue\/(sku-price|live-price)-rules|catalogue\/pages\/(compare-choice|list-place)|ui\/wish-button)\.|\/paraglide\/messages\/(ui|catalogue)_(stock|wish|card)_/,
    priority: 7,
  },
  {
    name: subjectOf,
    debugName: 'subjects',
    test: (id: string) => id.includes('/src/') && !isOffice(id),
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 400,
    priority: 6,
  },
  { name: 'office', test: isOffice, minShareCount: 2, priority: 5 },
]

/** A first start shows what the build says: not what took how long on a slow machine. */
const quiet = { bundlerTimings: false }

export default defineConfig({
  plugins: [
    browserBoundary(),
    tailwindcss(),
    paraglideVitePlugin(compileOptions),
    oneLanguageEach(),
    browserSettings(),
    withoutUnused(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: {
        // Every page has the one style sheet already, under a name that Vite does not recognise. What the root fetches late names itself
        // alone: each name stands in the scripts of every page.
        modulePreload: {
          resolveDependencies: (_, files, { hostId }) =>
            /(^|\/)root-/.test(hostId) ? [] : files.filter((file) => !/root-[^/]*\.css$/.test(file)),
        },
        rolldownOptions: {
          checks: quiet,
          output: {
            codeSplitting: { groups: chunks },
            // Shared pieces would be named after everyone who shares them; every page tells their names.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          },
        },
      },
    },
    ssr: {
      build: {
        sourcemap: true,
        // The server has every page in one file: what a browser fetches later is no other file there.
        rolldownOptions: { input: './src/server.ts', checks: { ...quiet, ineffectiveDynamicImport: false } },
      },
    },
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
