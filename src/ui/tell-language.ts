/**
 * Tells the server with every call which language this page speaks, where the cookie says another one: the address asked
 * for it (`?lang=`), or the language was changed in another tab. Otherwise one page would speak two languages.
 */
import { languageOfAddress } from '../locale/languages.ts'

const chosen = () => /(?:^|;\s*)language=([\w-]+)/.exec(document.cookie)?.[1]

export function tellLanguage() {
  const before = chosen()
  const asked = languageOfAddress(location.search) !== null
  const ask = window.fetch
  window.fetch = (input, init) => {
    if (!asked && chosen() === before) return ask(input, init)
    const request = new Request(input, init)
    if (new URL(request.url).origin === location.origin) request.headers.set('language', document.documentElement.lang)
    return ask(request)
  }
}
