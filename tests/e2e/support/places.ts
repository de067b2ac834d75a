/** Every page there is, from src/routes.ts itself: a new route is looked at without anybody having to remember it. */
import type pg from 'pg'
import { demoApplicants } from '../../../src/identity/seed-members.ts'
import routes from '../../../src/routes.ts'
import { company, wish } from '../../support/company.ts'
import { fillVault, pin, setPin } from './gold.ts'
import type { Member, Page } from './shop-test.ts'
import { bar, callAs, skuOf, unpaidOrder } from './steps.ts'

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined }
export type Place = { route: string; path: string; name: string; member: boolean; staff: boolean }

/** Path patterns of all pages, with the file that shows them and the layouts around. */
export const pages: { route: string; file: string; layouts: string[] }[] = pagesOf(routes as Entry[], [])

function pagesOf(entries: Entry[], layouts: string[]): typeof pages {
  return entries.flatMap(({ path, index, file, children }) => {
    if (children) return pagesOf(children, [...layouts, file])
    return path !== undefined || index ? [{ route: path ?? '', file, layouts }] : []
  })
}

/** Behind the staff's own sign-in. */
const isForStaff = (route: string) => /^admin($|\/(?!login|invitation))/.test(route)
const isForMembers = (route: string) => /^(user($|\/)|mallOrder\/|pay)/.test(route)

export const address = {
  label: 'Home',
  recipient: 'Ratna Wulandari',
  mobile: '0812 1000 4471',
  province_code: '31',
  regency_code: '31.71',
  district_code: '31.71.06',
  street: 'Jl. Teuku Umar No. 12',
  postal_code: '10310',
}

/** What a member has who is in the middle of buying. */
export async function beginBuying(page: Page, db: pg.Pool, member: Member) {
  const sku = await skuOf(db)
  await callAs(page, member, '/product/add_cart', { sku_id: sku, quantity: 2 })
  await callAs(page, member, '/address/saveAddress', address)
  const { deposit_id: deposit } = await callAs<{ deposit_id: string }>(page, member, '/trade/deposit', {
    amount: '100000',
  })
  const trade = await askDesk(page, member)
  return {
    sku,
    deposit,
    trade,
    purchase: await beginPurchase(page, db, member),
    ...(await unpaidOrder(page, db, member)),
  }
}

/** A large trade that waits for the desk. */
async function askDesk(page: Page, member: Member): Promise<string> {
  await callAs(page, member, '/trade/business_company', company)
  return (await callAs<{ request_id: string }>(page, member, '/trade/business_request', wish)).request_id
}

/** Grams that wait for a transfer. */
async function beginPurchase(page: Page, db: pg.Pool, member: Member): Promise<string> {
  await setPin(page, db, member)
  await fillVault(db)
  const wish = { by: 'amount', value: '100000', paid_from: 'outside' }
  const quote = await callAs<{ quote_id: string; agreement_version: string | null }>(
    page,
    member,
    '/trade/purchase_quote',
    wish,
  )
  const { quote_id, agreement_version } = quote
  const confirmed = { quote_id, pin, method: 'va', bank: 'bca', ...(agreement_version && { agreement_version }) }
  return (await callAs<{ purchase_id: string }>(page, member, '/trade/purchase_outside', confirmed)).purchase_id
}

type Bought = Awaited<ReturnType<typeof beginBuying>>

/** Somebody of the demonstration whose documents wait. */
const waiting = demoApplicants[0]?.id

/** How to open a page whose path alone does not show it; every other page is opened by its path. */
const ways: Record<string, (bought: Bought) => string[]> = {
  agreement: () => ['', '?version=2024-06'],
  'home/commonProblem': () => ['#how-guarantee-works', '?q=zzzz'],
  'home/newsDetail': () => ['?id=1'],
  'home/viewTestimonials': () => ['', '?rating=1'],
  'product/product': () => ['?category=bars', '?q=zzzz'],
  'product/productDetail': () => [`?id=${bar.product}`, '?id=1042'],
  'product/compare': () => ['', '?skus=100106,102103,100201,104101'],
  'product/components/GoodsDetailInfo': () => [`?id=${bar.product}`],
  'product/components/GoodsDetailSwiper': () => [`?id=${bar.product}`],
  'mallOrder/create': () => ['?cart=1'],
  'mallOrder/payment': ({ id }) => [`?order_id=${id}`],
  payOrder: ({ id }) => [`?order_id=${id}`],
  payProduct: ({ sku }) => [`?sku_id=${sku}&quantity=1`],
  'user/order/list': ({ id }) => ['', `?order_id=${id}`],
  'user/order/components/OrderItem': ({ id }) => ['', `?order_id=${id}`],
  'user/trade/purchase/payment': ({ purchase }) => [`?purchase_id=${purchase}`],
  'user/trade/business/request': ({ trade }) => [`?id=${trade}`],
  'admin/business/request': ({ trade }) => [`?id=${trade}`],
  'user/trade/deposit/payment': ({ deposit }) => [`?deposit_id=${deposit}`],
  'admin/catalogue/product': () => [`?id=${bar.product}`, '?id=1042'],
  'admin/stock': () => ['', '?state=reported_stolen'],
  'admin/catalogue/import': () => ['', '?kind=counts'],
  'admin/order': ({ id }) => [`?id=${id}`],
  'admin/content': () => ['', '?kind=agreement'],
  'admin/content/entry': () => ['?kind=news&id=1'],
  unsubscribe: () => ['', '?link=abc'],
  'user/kyc/components/uploadFile': () => ['', '?kind=signature'],
  'admin/kyc/review': () => ['', `?id=${waiting}&review=documents`, `?id=${waiting}&review=real_name`],
  '*': () => ['no-such-page'],
}

export function placesFor(bought: Bought): Place[] {
  return pages.flatMap(({ route }) =>
    (ways[route]?.(bought) ?? ['']).map((query) => {
      const path = `/${route === '*' ? '' : route}${query}`
      return { route, path, name: path, member: isForMembers(route), staff: isForStaff(route) }
    }),
  )
}
