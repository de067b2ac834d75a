/** The codes of a sign-up link (seed §9): kept for this tab from wherever it lands until an account is opened. */

const KEY = 'linkCodes'
const names = ['invite', 'referral'] as const
type LinkCodes = { [name in (typeof names)[number]]?: string }

/** A link's code as the API takes it; anything else in the address is left out. */
const asCode = (text: string | null | undefined) => (text && /^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : undefined)

/** The codes that an address carries. */
export const codesOf = (search: URLSearchParams): LinkCodes =>
  Object.fromEntries(names.flatMap((name) => (asCode(search.get(name)) ? [[name, search.get(name)]] : [])))

/** A newer link wins over an older one, code by code. */
export function keepLinkCodes(search: string) {
  const found = codesOf(new URLSearchParams(search))
  if (Object.keys(found).length > 0) sessionStorage.setItem(KEY, JSON.stringify({ ...keptLinkCodes(), ...found }))
}

export function keptLinkCodes(): LinkCodes {
  try {
    return codesOf(new URLSearchParams(JSON.parse(sessionStorage.getItem(KEY) ?? '{}')))
  } catch {
    return {}
  }
}

export const forgetLinkCodes = () => sessionStorage.removeItem(KEY)

export const hasLinkCodes = () => sessionStorage.getItem(KEY) !== null
