import path from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { compileOptions } from './src/locale/compile-options.ts'

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

export default defineConfig({
  plugins: [browserBoundary(), tailwindcss(), paraglideVitePlugin(compileOptions), reactRouter()],
  environments: { ssr: { build: { sourcemap: true, rollupOptions: { input: './src/server.ts' } } } },
  // Named here, else the first page under npm run dev is loaded twice.
  optimizeDeps: {
    include: [
      ...['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom'],
      ...['alert-dialog', 'csp-provider', 'dialog', 'menu', 'toast'].map((part) => `@base-ui/react/${part}`),
    ],
  },
  server: { watch: { ignored: ['**/data/**'] } },
})
