/**
 * The member area as a member sees it: its places, in groups. Every navigation of the area is drawn from this table, so a new
 * page is one line here.
 */
import * as m from '../locale/paraglide/messages.js'
import type { IconName } from './icon-names.ts'

export type MemberPlace = {
  to: string
  icon: IconName
  name: () => string
  /** Pages that lie behind this place: while one of them is open, the place is marked. */
  behind?: readonly string[]
}
type MemberGroup = { name: () => string; places: readonly MemberPlace[] }

export const overview: MemberPlace = { to: '/user', icon: 'house', name: m.nav_overview }

export const memberGroups: readonly MemberGroup[] = [
  {
    name: m.places_orders,
    places: [
      { to: '/user/order/list', icon: 'receipt', name: m.nav_orders, behind: ['/user/order/components/OrderItem'] },
      { to: '/user/gpg/history', icon: 'seal-check', name: m.gpg_title },
      { to: '/user/cart/list', icon: 'handbag-simple', name: m.nav_cart },
      { to: '/user/wishlist', icon: 'heart', name: m.nav_wishlist },
    ],
  },
  {
    name: m.places_account,
    places: [
      {
        to: '/user/personalData',
        icon: 'user',
        name: m.personal_title,
        behind: ['/user/editUser', '/user/settingEmail', '/user/changeEmail', '/user/changeMobile'],
      },
      { to: '/user/address/list', icon: 'map-pin', name: m.nav_addresses },
      { to: '/user/bindBankCard', icon: 'bank', name: m.payouts_title, behind: ['/user/bindAlipay'] },
      { to: '/user/dataRequests', icon: 'scales', name: m.rights_title },
      { to: '/user/messageChoices', icon: 'bell', name: m.messages_title },
      {
        to: '/user/kyc/kyc',
        icon: 'seal-check',
        name: m.verify_title,
        behind: ['/user/realNameAuth', '/user/kyc/components/uploadFile'],
      },
    ],
  },
  {
    name: m.places_security,
    places: [
      {
        to: '/user/security',
        icon: 'shield-check',
        name: m.security_title,
        behind: ['/user/settingPwd'],
      },
      { to: '/user/security/sessions', icon: 'monitor', name: m.places_sessions },
      { to: '/user/security/authenticator', icon: 'device-mobile', name: m.app_title },
      { to: '/user/security/passkeys', icon: 'fingerprint', name: m.passkeys_title },
      { to: '/user/changePaypwd', icon: 'key', name: m.pin_title },
      { to: '/user/changePwd', icon: 'lock-simple', name: m.change_password_title },
    ],
  },
]

const plain = (pathname: string) => pathname.replace(/(.)\/+$/, '$1').toLowerCase()

/** Whether a place is the open page ('page'), holds it ('true'), or neither. */
export function currentness({ to, behind = [] }: MemberPlace, pathname: string): 'page' | 'true' | undefined {
  if (plain(pathname) === plain(to)) return 'page'
  return behind.some((path) => plain(path) === plain(pathname)) ? 'true' : undefined
}
