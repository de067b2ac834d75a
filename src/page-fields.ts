/** Which fields of an address the pages read. What else stands there (where a link was clicked) makes no page another page. */
import { languageOfAddress, shortOf } from './locale/languages.ts'

const product = ['id', 'sku', 'quantity'] as const
const sorted = [
  'q',
  'category',
  'karat',
  'weight',
  'brand',
  'form',
  'in_stock',
  'price_from',
  'price_to',
  'sort',
  'page',
  'show',
]
const order = ['order_id', 'cart', 'sku_id', 'sku_ids', 'quantity', 'gold', 'draft']
const links = ['invite', 'referral']
const signIn = ['return', ...links]
const verify = ['return', 'kind']

/** Path → the fields that its page reads. `lang` is read on every page. A path that is not here keeps its whole address, and is not kept. */
export const pageFields: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/home/goldPrice': [],
  '/agreement': ['version'],
  '/privacy': [],
  '/contactUs': [],
  '/home/aboutUs': [],
  '/home/commonProblem': ['q'],
  '/home/news': ['category', 'page'],
  '/home/newsDetail': ['id'],
  '/home/partner': [],
  '/home/sendTestimonials': [],
  '/home/viewTestimonials': ['rating', 'page'],
  '/product/product': sorted,
  '/product/components/GoodsDetailInfo': product,
  '/product/components/GoodsDetailSwiper': product,
  '/product/components/GoodsSearch': ['q'],
  '/product/compare': ['skus'],
  '/product/productDetail': product,
  '/product/passport': ['serial'],
  '/home/proof': ['q', 'part', 'rows'],
  '/home/custody': [],
  '/unsubscribe': ['link'],
  '/gift': [],
  '/activity': ['code'],
  '/activity/ticket': [],
  '/join': links,
  '/signup': signIn,
  '/signup2': signIn,
  '/login': signIn,
  '/forgotpassword': signIn,
  '/resetPwd': [],
  '/setup': [],
  '/unlockAccount': [],
  '/verifyAccount': [],
  '/freezeAccount': [],
  '/cancelChange': [],
  '/user': [],
  '/user/cart/list': [],
  '/user/goldBackHistroy': [],
  '/user/goldBackHistroy/case': ['case_id'],
  '/user/trade/goldBack': [],
  '/user/wishlist': [],
  '/user/order/draft': ['id'],
  '/user/order/list': ['order_id', 'number', 'tab', 'q', 'page'],
  '/user/order/components/OrderItem': ['order_id'],
  '/user/proof': [],
  '/user/referral/Invite': [],
  '/user/activity/list': [],
  '/user/activity/add': [],
  '/user/activity/edit': ['activity_id'],
  '/user/activity/attend': ['activity_id', 'ticket'],
  '/user/trade/record': ['month', 'period', 'from', 'to', 'kind', 'asset'],
  '/user/gpg/history': ['state', 'page'],
  '/user/address/list': [],
  '/user/personalData': [],
  '/user/editUser': [],
  '/user/settingEmail': [],
  '/user/complaints': [],
  '/user/dataRequests': [],
  '/user/messageChoices': [],
  '/user/settingPwd': [],
  '/user/security': [],
  '/user/security/authenticator': [],
  '/user/security/passkeys': [],
  '/user/security/sessions': [],
  '/user/realNameAuth': verify,
  '/user/kyc/kyc': verify,
  '/user/kyc/components/uploadFile': verify,
  '/user/trade/purchase': [],
  '/user/trade/alerts': [],
  '/user/trade/limits': [],
  '/user/trade/plans': ['mandate'],
  '/user/agents/purchases': [],
  '/user/agents/prepared': ['id'],
  '/user/trade/business': [],
  '/user/trade/business/request': ['id'],
  '/user/trade/cashingIn': [],
  '/user/trade/transfer': [],
  '/user/trade/deposit': [],
  '/user/trade/deposit/payment': ['deposit_id'],
  '/user/trade/redeem': [],
  '/user/trade/purchase/payment': ['purchase_id'],
  '/user/trade/withdraw': [],
  '/user/trade/price': ['trade'],
  '/user/bindBankCard': [],
  '/user/bindAlipay': [],
  '/user/changeEmail': [],
  '/user/changeMobile': [],
  '/user/changePwd': [],
  '/user/changePaypwd': [],
  '/mallOrder/create': order,
  '/payOrder': order,
  '/payProduct': order,
  '/mallOrder/payment': order,
}

/** The path of an address as the router compares it: no dots, escapes, capitals or last slashes. `url` begins with a slash. */
export function pathRead(url: string): string {
  const { pathname } = URL.parse(`http://here.invalid${url}`) ?? { pathname: url }
  const parts = pathname.replace(/\/+$/, '').split('/')
  return (decoded(parts).join('/') || '/').toLowerCase()
}

/** Parts without escapes; as they are when one of them has an escape that is none. */
function decoded(parts: string[]): string[] {
  try {
    return parts.map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
  } catch {
    return parts
  }
}

const bySpelling = new Map(Object.keys(pageFields).map((path) => [pathRead(path), path]))

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

/** Whether the address is spelled as a page of the table is: what may be kept under it. */
export const isListed = (url: string): boolean => Object.hasOwn(pageFields, pathOf(url))

/** Where another spelling of a listed path leads: to that path, with the fields that its page reads. Null for every other address. */
export function listedAddress(url: string): string | null {
  const path = isListed(url) ? undefined : bySpelling.get(pathRead(url))
  return path === undefined ? null : pageAddress(path + url.slice(pathOf(url).length)).url
}

/** What the router itself puts into the address of a page's data. */
const dataFields = ['_routes', 'index']

export type PageAddress = {
  /** Path and fields in one order, whatever the order they came in. */
  url: string
  /** A known page without any field: there are only so many. */
  plain: boolean
}

/** The address as far as its page reads it, of a page or of its data (`.data`). */
export function pageAddress(url: string): PageAddress {
  const at = url.indexOf('?')
  const pathname = at < 0 ? url : url.slice(0, at)
  const isData = pathname.endsWith('.data')
  const page = isData ? pathname.slice(0, -'.data'.length).replace(/^\/_(root)?$/, '/') : pathname
  const fields = Object.hasOwn(pageFields, page) ? pageFields[page] : undefined
  if (!fields) return { url, plain: false }
  if (at < 0) return { url, plain: true }
  const given = new URLSearchParams(url.slice(at + 1))
  const kept = (names: readonly string[]) =>
    names.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value]))
  const own = kept(fields)
  const language = languageOfAddress(url)
  const spoken: [string, string][] = language ? [['lang', shortOf(language)]] : []
  const all = new URLSearchParams([...own, ...spoken, ...(isData ? kept(dataFields) : [])])
  return { url: all.size > 0 ? `${pathname}?${all}` : pathname, plain: own.length === 0 }
}
