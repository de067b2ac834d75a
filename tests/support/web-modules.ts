/**
 * Lets Node import the pages themselves, for the database tests that render them: JSX is translated, a style sheet, a picture or a font
 * is its address. All else Node reads as it is, which spares the tests vite's translation of thousands of modules.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

const asset = /\/([\w-]+\.(?:css|svg|woff2))(?:\?.*)?$/
const env = JSON.stringify({ SSR: true, DEV: false, PROD: true })

registerHooks({
  resolve(specifier, context, next) {
    if (asset.test(specifier)) return { url: `asset:${specifier}`, format: 'module', shortCircuit: true }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (url.startsWith('asset:')) {
      const source = `export default ${JSON.stringify(`/assets/${asset.exec(url)?.[1]}`)}`
      return { format: 'module', source, shortCircuit: true }
    }
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { define: { 'import.meta.env': env } })
    if (errors[0]) throw errors[0]
    return { format: 'module', source: code, shortCircuit: true }
  },
})
