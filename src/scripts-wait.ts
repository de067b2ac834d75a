/** Lets the modules of a page wait for its first screen: ui/start-script.ts starts them. */
import { WAITING } from './ui/start-script.ts'

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const module = 'type="module" async=""'

/** The page without its preloads, its module as text that waits and names the files it needs. A page that has none is as it was. */
export function scriptsWait(html: string): string {
  if (!html.includes(module)) return html
  const files = [...html.matchAll(preload)].map(([, file]) => file)
  return html.replace(preload, '').replace(module, `type="${WAITING}" data-files="${files.join(' ')}"`)
}
