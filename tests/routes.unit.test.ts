/** The routes of the seed (§2): which are there, in which layout, and which come with later parts of the product. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '../src/settings.ts'
import { pages } from './e2e/support/places.ts'

const publicRoutes = [
  ...['', 'login', 'signup', 'signup2', 'forgotpassword', 'resetPwd', 'unlockAccount', 'verifyAccount'],
  ...['agreement', 'contactUs', 'home/aboutUs', 'home/commonProblem', 'home/news', 'home/newsDetail', 'home/partner'],
  ...['home/sendTestimonials', 'home/viewTestimonials', 'mallOrder/create', 'mallOrder/payment', 'payOrder'],
  ...['payProduct', 'product/product', 'product/productDetail'],
  ...['GoodsDetailInfo', 'GoodsDetailSwiper', 'GoodsSearch'].map((name) => `product/components/${name}`),
]
const memberRoutes = [
  ...['', 'address/list', 'bindAlipay', 'bindBankCard', 'cart/list', 'changeEmail', 'changeMobile', 'changePaypwd'],
  ...['changePwd', 'editUser', 'gpg/history', 'kyc/kyc', 'kyc/components/uploadFile', 'order/list'],
  ...['order/components/OrderItem', 'personalData', 'realNameAuth', 'settingEmail', 'settingPwd'],
  ...['trade/purchase', 'trade/cashingIn', 'trade/transfer', 'trade/record', 'trade/business', 'trade/goldBack'],
  ...['goldBackHistroy', 'referral/Invite', 'agents/purchases', 'activity/add', 'activity/edit', 'activity/list'],
].map((path) => (path ? `user/${path}` : 'user'))
const built = new Map(pages.map((page) => [page.route, page]))
const layoutOf = (route: string) =>
  built
    .get(route)
    ?.layouts.findLast((layout) => layout.startsWith('ui/layouts/'))
    ?.replace(/^ui\/layouts\/|-layout\.tsx$/g, '')

test('every public route of the seed is there', () => {
  expect(publicRoutes.filter((route) => !built.has(route))).toEqual([])
})

test('every path of the member area of the seed is there', () => {
  expect(memberRoutes.filter((route) => !built.has(route))).toEqual([])
})

test('layout customuser holds every page of the member area, and its middleware checks the session', () => {
  for (const { route } of pages) if (/^user($|\/)/.test(route)) expect(layoutOf(route), route).toBe('customuser')
  const layout = readFileSync('src/ui/layouts/customuser-layout.tsx', 'utf8')
  expect(layout).toMatch(/export const clientMiddleware[^\n]*requireMember/)
})

test('layout orderscreen holds /payOrder and /payProduct, layout default the other public pages', () => {
  for (const route of ['payOrder', 'payProduct']) expect(layoutOf(route)).toBe('orderscreen')
  for (const { route, layouts } of pages)
    if (layouts.length > 0 && !/^(user($|\/)|pay|mallOrder|admin($|\/))/.test(route))
      expect(layoutOf(route), route).toBe('default')
})

test('a path that leads elsewhere by a rule is no page of its own, and leads to one or to a later one', () => {
  for (const { from, to } of settings.redirects) {
    expect(built.has(from.slice(1)), from).toBe(false)
    expect([...publicRoutes, ...built.keys()]).toContain(to.slice(1))
  }
})

test('no two pages have one file name: by it the files of the build are told apart', () => {
  const files = [...new Set(pages.map(({ file }) => file))]
  const names = files.map((file) => file.replace(/^.*\//, ''))
  expect(files.filter((_, at) => names.indexOf(names[at] ?? '') !== at)).toEqual([])
})
