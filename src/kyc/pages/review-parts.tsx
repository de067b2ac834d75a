/** How the state of a review is shown, wherever it is. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import type { VerificationView } from '../contract.ts'
import type { ReviewState } from '../review-rules.ts'
import { forgetReturn } from './verify-return.ts'

const looks = {
  none: { tone: 'plain', icon: undefined, words: m.kyc_verify_state_none },
  draft: { tone: 'plain', icon: 'pencil-simple', words: m.kyc_verify_state_draft },
  submitted: { tone: 'nila', icon: 'clock', words: m.kyc_verify_state_submitted },
  approved: { tone: 'up', icon: 'check-circle', words: m.kyc_verify_state_approved },
  rejected: { tone: 'warn', icon: 'warning-circle', words: m.kyc_verify_state_rejected },
} as const satisfies Record<ReviewState, { tone: string; icon: IconName | undefined; words: () => string }>

export function StateTag({ state }: { state: ReviewState }) {
  const { tone, icon, words } = looks[state]
  return (
    <Tag tone={tone} {...(icon ? { icon } : {})}>
      {words()}
    </Tag>
  )
}

/** What staff wrote with a rejection, where the member corrects it. */
export const Answer = ({ text }: { text: string | null }) =>
  text && (
    <div className="rounded-control bg-warn-soft p-4 text-warn" role="status">
      <p className="font-semibold">{m.kyc_verify_answer()}</p>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
    </div>
  )

/** That everything told before is gone, to somebody who came back. */
export function Destroyed({ at }: { at: string | null }) {
  const { store } = useShell()
  if (!at) return null
  const day = formatDay(Date.parse(at), store.time_zone, language())
  return <p className="mt-6 rounded-panel bg-nila-soft p-4">{m.kyc_verify_destroyed({ day })}</p>
}

/** That the level is one which staff have set. */
export function SetLevel({ set }: { set: VerificationView['set_level'] }) {
  const { store } = useShell()
  if (!set) return null
  const day = formatDay(Date.parse(set.at), store.time_zone, language())
  return <p className="mt-6 rounded-panel bg-nila-soft p-4">{m.kyc_verify_level_set({ level: set.level, day })}</p>
}

/** The way back to what needed a higher level: a purchase, or a page of the account. */
export const BackToPurchase = ({ to }: { to: string | null }) =>
  to && (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-panel bg-nila-soft p-4">
      <p className="flex min-w-0 items-center gap-3">
        <Icon name={isOfAccount(to) ? 'user' : 'handbag-simple'} className="flex-none text-nila" />
        {isOfAccount(to) ? m.kyc_verify_back_account() : m.kyc_verify_back()}
      </p>
      <ButtonLink to={to} kind="ghost" size="s" onClick={forgetReturn}>
        {isOfAccount(to) ? m.kyc_verify_back_account_action() : m.kyc_verify_back_action()}
      </ButtonLink>
    </div>
  )

const isOfAccount = (path: string) => /^\/user\/(?!cart\/)/.test(path)

export const ToVerification = () => (
  <Link to="/user/kyc/kyc" className="link mb-4 inline-flex min-h-11 items-center gap-2 text-[15px]">
    <Icon name="arrow-left" />
    {m.ui_verify_title()}
  </Link>
)
