/** The session values of the seed (§3) in local storage; store and currency also as cookies, so the server renders the same shop. */
import { useSyncExternalStore } from 'react'

export type UserInfo = { name: string; [field: string]: unknown }

const YEAR = 31_536_000
const listeners = new Set<() => void>()
const onServer = () => typeof window === 'undefined'

const read = (key: string): string => (onServer() ? '' : (localStorage.getItem(key) ?? ''))

function write(values: Record<string, string | null>) {
  for (const [key, value] of Object.entries(values))
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  for (const listener of listeners) listener()
}

export const token = () => read('token')
export const currency = () => read('currency') || 'IDR'
export const store = () => read('store') || 'id'

/** Logged in when `isLogin` is neither empty nor '0'. */
export const isLoggedIn = () => !['', '0'].includes(read('isLogin'))

export function userInfo(): UserInfo | null {
  try {
    return JSON.parse(read('userInfo') || 'null')
  } catch {
    return null
  }
}

/** Whose session this page has, by their id; null for a visitor's. What is kept may be another's by now, through another tab. */
let member: unknown = null
const keptMember = () => (isLoggedIn() ? userInfo()?.id : null)

/** This page is for whoever is signed in at this moment. */
export function beginSession() {
  member = keptMember()
}

/** What another tab has made of the session that this page has, since this was last asked. */
export function sessionElsewhere(): 'same' | 'gone' | 'another' {
  const before = member
  member = isLoggedIn() ? (userInfo()?.id ?? before) : null
  if (before === null || member === before) return 'same'
  return member === null ? 'gone' : 'another'
}

/** After a sign-in or sign-up: keeps the token and who it belongs to. Nothing of another member stays. */
export function signIn(newToken: string, user: UserInfo) {
  member = user.id
  const before = userInfo()
  if (before && before.id !== user.id) write({ [SEEN_SKUS]: null })
  // Other tabs hear of one value after the other: by the last of them the session is whole.
  write({ userInfo: JSON.stringify(user), token: newToken, isLogin: '1' })
}

/** The token by which the shop knows this browser: it stays when a session ends, and opens nothing by itself. */
export const keepDevice = (deviceToken: string) => write({ device: deviceToken })
/** That token as the calls that sign in take it, when there is one. */
export const deviceToken = (): { device?: string } =>
  /^[\w-]{43}$/.test(read('device')) ? { device: read('device') } : {}

/** What the shop says of the member; an answer that comes after they have left, or somebody else has come, is not kept. */
export function keepUserInfo(user: UserInfo) {
  if (isLoggedIn() && [undefined, user.id].includes(userInfo()?.id)) write({ userInfo: JSON.stringify(user) })
}

export const markLoggedOut = () => write({ isLogin: '0' })

/** Forgets who was signed in and what they looked at; store, currency and language stay, and what a visitor looked at. */
export function clearSession() {
  member = null
  setCartCount(0)
  if (token() || userInfo()) write({ [SEEN_SKUS]: null })
  write({ isLogin: null, token: null, userInfo: null })
}

/** Chooses a store front, with its own currency. The caller loads the page anew. */
export function chooseStore(code: string, itsCurrency: string) {
  write({ store: code, currency: itsCurrency })
  mirrorCookies()
}

export function chooseCurrency(code: string) {
  write({ currency: code })
  mirrorCookies()
}

/** Writes the choices that the server needs as cookies; values nobody chose are left out, so that the store's own stand. */
export function mirrorCookies() {
  for (const key of ['store', 'currency']) if (read(key)) keepCookie(key, encodeURIComponent(read(key)))
}

/** For 365 days, SameSite=Lax; Secure where the page came by https. */
export function keepCookie(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax${secure}`
}

let cartCount = 0
/** How many pieces the cart holds; every answer of the cart's calls that says so is passed here. */
export function setCartCount(count: number) {
  cartCount = count
  for (const listener of listeners) listener()
}

const SEEN_SKUS = 'seenSkus'
const MOST_SEEN = 12

/** The skus that were looked at in this browser, newest first. The list never leaves it: the shop is only asked for cards. */
export const seenSkus = (): number[] => parseIds(read(SEEN_SKUS))
export const rememberSeen = (skuId: number) =>
  write({ [SEEN_SKUS]: [skuId, ...seenSkus().filter((id) => id !== skuId)].slice(0, MOST_SEEN).join() })
export const forgetSeen = () => write({ [SEEN_SKUS]: null })

const parseIds = (text: string): number[] => (/^\d+(,\d+)*$/.test(text) ? text.split(',').map(Number) : [])

/** Calls `listener` whenever a session value changes, in this tab or another. */
export function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The token of who is logged in, '' for a visitor: what one session was told belongs to no other. */
export const useSession = () =>
  useSyncExternalStore(
    subscribe,
    () => (isLoggedIn() ? token() : ''),
    () => '',
  )
export const useLoggedIn = () => useSyncExternalStore(subscribe, isLoggedIn, () => false)
export const useCartCount = () =>
  useSyncExternalStore(
    subscribe,
    () => cartCount,
    () => 0,
  )
const seenText = () => read(SEEN_SKUS)
export const useSeenSkus = (): number[] => parseIds(useSyncExternalStore(subscribe, seenText, () => ''))
const userText = () => read('userInfo')
/** The stored text, so that an unchanged user is the same value between renders. */
export const useUserInfo = (): UserInfo | null => {
  useSyncExternalStore(subscribe, userText, () => '')
  return onServer() ? null : userInfo()
}
