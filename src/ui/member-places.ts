/**
 * The member area as a member sees it: its places, in groups. Every navigation of the area is drawn from this table, so a new
 * page is one line here.
 */
import * as m from '../locale/paraglide/messages.js'
import type { IconName } from './icon-names.ts'
import type { Feature, ShellData } from './shell-data.ts'

export type MemberPlace = {
  to: string
  icon: IconName
  name: () => string
  /** Pages that lie behind this place: while one of them is open, the place is marked. */
  behind?: readonly string[]
  /** What the store has to offer for what begins here. */
  needs?: readonly Feature[]
  /** Where it offers one of these, or once did, the place stays: what members have of it is seen and ended here. */
  once?: readonly Feature[]
}
type MemberGroup = { name: () => string; places: readonly MemberPlace[] }

export const overview: MemberPlace = { to: '/user', icon: 'vault', name: m.ui_nav_overview }

const memberGroups: readonly MemberGroup[] = [
  {
    name: m.ui_places_vault,
    places: [
      {
        to: '/user/trade/purchase',
        needs: ['gold_accounts'],
        icon: 'plus',
        name: m.vault_buy,
        behind: ['/user/trade/purchase/payment'],
      },
      { to: '/user/trade/cashingIn', once: ['gold_accounts'], icon: 'arrow-line-down', name: m.vault_sell },
      {
        to: '/user/trade/limits',
        needs: ['gold_accounts'],
        once: ['gold_accounts'],
        icon: 'hourglass',
        name: m.vault_limit_title,
      },
      {
        to: '/user/trade/transfer',
        needs: ['gold_accounts', 'transfers'],
        once: ['transfers'],
        icon: 'paper-plane-tilt',
        name: m.vault_send_title,
      },
      { to: '/user/trade/redeem', once: ['gold_accounts'], icon: 'package', name: m.orders_redeem_title },
      {
        to: '/user/trade/business',
        needs: ['gold_accounts'],
        once: ['gold_accounts'],
        icon: 'handshake',
        name: m.business_title,
        behind: ['/user/trade/business/request'],
      },
      {
        to: '/user/trade/goldBack',
        icon: 'arrow-counter-clockwise',
        name: m.goldback_title,
        behind: ['/user/goldBackHistroy', '/user/goldBackHistroy/case'],
      },
      {
        to: '/user/trade/deposit',
        needs: ['cash_balance'],
        icon: 'credit-card',
        name: m.vault_deposit_title,
        behind: ['/user/trade/deposit/payment'],
      },
      { to: '/user/trade/withdraw', icon: 'wallet', name: m.vault_withdraw_title },
      { to: '/user/trade/record', icon: 'list', name: m.vault_record_title },
      {
        to: '/user/trade/plans',
        needs: ['gold_accounts', 'plans'],
        once: ['plans'],
        icon: 'calendar-blank',
        name: m.vault_plan_title,
      },
      { to: '/user/trade/alerts', icon: 'bell-ringing', name: m.vault_alert_title },
      { to: '/user/proof', once: ['gold_accounts', 'cash_balance'], icon: 'eye', name: m.proof_mine_title },
    ],
  },
  {
    name: m.ui_places_orders,
    places: [
      { to: '/user/order/list', icon: 'receipt', name: m.ui_nav_orders, behind: ['/user/order/components/OrderItem'] },
      { to: '/user/gpg/history', icon: 'seal-check', name: m.ui_gpg_title },
      { to: '/user/cart/list', icon: 'handbag-simple', name: m.ui_nav_cart },
      { to: '/user/wishlist', icon: 'heart', name: m.ui_nav_wishlist },
    ],
  },
  {
    name: m.ui_places_growth,
    places: [
      {
        to: '/user/referral/Invite',
        needs: ['gold_accounts'],
        once: ['gold_accounts'],
        icon: 'users-three',
        name: m.referral_title,
      },
      {
        to: '/user/agents/purchases',
        needs: ['agents'],
        once: ['agents'],
        icon: 'handshake',
        name: m.agents_title,
        behind: ['/user/agents/prepared'],
      },
      {
        to: '/user/activity/list',
        needs: ['agents'],
        once: ['agents'],
        icon: 'flag',
        name: m.activities_title,
        behind: ['/user/activity/add', '/user/activity/edit', '/user/activity/attend'],
      },
    ],
  },
  {
    name: m.ui_places_account,
    places: [
      {
        to: '/user/personalData',
        icon: 'user',
        name: m.ui_personal_title,
        behind: ['/user/editUser', '/user/settingEmail', '/user/changeEmail', '/user/changeMobile'],
      },
      { to: '/user/address/list', icon: 'map-pin', name: m.ui_nav_addresses },
      { to: '/user/bindBankCard', icon: 'bank', name: m.ui_payouts_title, behind: ['/user/bindAlipay'] },
      { to: '/user/complaints', icon: 'chat-circle-text', name: m.ui_complaints_title },
      { to: '/user/dataRequests', icon: 'scales', name: m.ui_rights_title },
      { to: '/user/messageChoices', icon: 'bell', name: m.ui_messages_title },
      {
        to: '/user/kyc/kyc',
        icon: 'seal-check',
        name: m.ui_verify_title,
        behind: ['/user/realNameAuth', '/user/kyc/components/uploadFile'],
      },
    ],
  },
  {
    name: m.ui_places_security,
    places: [
      {
        to: '/user/security',
        icon: 'shield-check',
        name: m.ui_security_title,
        behind: ['/user/settingPwd'],
      },
      { to: '/user/security/sessions', icon: 'monitor', name: m.ui_places_sessions },
      { to: '/user/security/authenticator', icon: 'device-mobile', name: m.ui_app_title },
      { to: '/user/security/passkeys', icon: 'fingerprint', name: m.ui_passkeys_title },
      { to: '/user/changePaypwd', icon: 'key', name: m.ui_pin_title },
      { to: '/user/changePwd', icon: 'lock-simple', name: m.ui_change_password_title },
    ],
  },
]

type Offers = Pick<ShellData['store'], 'features' | 'ended'>
const hadIn =
  ({ features, ended }: Offers) =>
  (feature: Feature) =>
    features[feature] || ended.includes(feature)
const isThere = ({ needs = [], once }: MemberPlace, store: Offers) =>
  once ? once.some(hadIn(store)) : needs.every((need) => store.features[need])

/** The places of a store: what it never offered is not among them, nor what only begins something that it does not offer now. */
export const placesOf = (store: Offers): MemberGroup[] =>
  memberGroups
    .map(({ name, places }) => ({ name, places: places.filter((place) => isThere(place, store)) }))
    .filter(({ places }) => places.length > 0)

type Offer = {
  word: 'now' | 'once' | 'never'
  /** Null where the page stands: members have something on it, or it follows what is under way. Else the name of what only begins there. */
  alone: string | null
}

/** Whether the store offers what the open page is about: now, once, or never; and whether more than that word stands there. */
export function offerOf(pathname: string, store: Offers): Offer {
  const place = memberGroups.flatMap(({ places }) => places).find((one) => currentness(one, pathname))
  if (!place) return { word: 'now', alone: null }
  const stays = currentness(place, pathname) === 'true' || isThere(place, store)
  return { word: wordOf(place, store), alone: stays ? null : place.name() }
}

function wordOf(place: MemberPlace, store: Offers): Offer['word'] {
  const { needs = [] } = place
  if (needs.every((need) => store.features[need])) return isThere(place, store) ? 'now' : 'never'
  return needs.every(hadIn(store)) ? 'once' : 'never'
}

const plain = (pathname: string) => pathname.replace(/(.)\/+$/, '$1').toLowerCase()

/** Whether a place is the open page ('page'), holds it ('true'), or neither. */
export function currentness({ to, behind = [] }: MemberPlace, pathname: string): 'page' | 'true' | undefined {
  if (plain(pathname) === plain(to)) return 'page'
  return behind.some((path) => plain(path) === plain(pathname)) ? 'true' : undefined
}
