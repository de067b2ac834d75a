/** How far the member is verified, what that allows, and the next thing to do. */
import type { VerificationView } from '../../kyc/contract.ts'
import { documentKinds } from '../../kyc/review-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'

const steps = ['real_name', 'documents', 'funds'] as const
type Step = (typeof steps)[number]
type Next = { icon: IconName; tone: string; text: string; to: string; action: string }

export function Verification({ verification }: { verification: VerificationView }) {
  const { level, levels, currency } = verification
  const day = levels.find((each) => each.level === level)?.per_day ?? null
  const { icon, tone, text, to, action } = nextOf(verification)
  return (
    <section aria-label={m.ui_verify_title()}>
      <h2 className="h3 mb-2">{m.ui_verify_title()}</h2>
      <div className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-3 border-y border-line py-4 md:grid-cols-[24px_minmax(0,1fr)_auto] xl:grid-cols-[24px_minmax(0,1fr)]">
        <Icon name={icon} size="l" className={`self-start ${tone}`} />
        <div>
          <p className="font-semibold">
            {day === null
              ? m.orders_home_verify_level_all({ level })
              : m.orders_home_verify_level({ level, amount: money({ amount: day, currency }) })}
          </p>
          <p className="small break-words text-ink-2">{text}</p>
        </div>
        <ButtonLink size="s" kind="ghost" to={to} className="justify-self-start max-md:col-start-2 xl:col-start-2">
          {action}
          <span className="sr-only">: {m.ui_verify_title()}</span>
        </ButtonLink>
      </div>
    </section>
  )
}

const words = {
  real_name: {
    next: m.orders_home_verify_name,
    waits: m.orders_home_verify_name_waits,
    rejected: m.orders_home_verify_name_rejected,
  },
  documents: {
    next: m.orders_home_verify_documents,
    waits: m.orders_home_verify_documents_waits,
    rejected: m.orders_home_verify_documents_rejected,
  },
  funds: {
    next: m.orders_home_verify_funds,
    waits: m.orders_home_verify_funds_waits,
    rejected: m.orders_home_verify_funds_rejected,
  },
}
const pageOf = (step: Step) => (step === 'real_name' ? '/user/realNameAuth' : '/user/kyc/kyc')

function nextOf(verification: VerificationView): Next {
  const step = steps.find((each) => verification[each].state !== 'approved')
  if (!step)
    return {
      icon: 'check-circle',
      tone: 'text-up',
      text: m.orders_home_verify_done(),
      to: pageOf('funds'),
      action: m.orders_home_verify_see(),
    }
  const { state, answer } = verification[step]
  const to = pageOf(step)
  if (state === 'submitted')
    return { icon: 'clock', tone: 'text-nila', text: words[step].waits(), to, action: m.orders_home_verify_see() }
  if (state === 'rejected') {
    const text = sentences([words[step].rejected(), answer ?? ''].filter(Boolean), language())
    return { icon: 'warning-circle', tone: 'text-warn', text, to, action: m.kyc_verify_correct() }
  }
  const action =
    step === 'real_name'
      ? m.kyc_verify_begin()
      : step === 'funds'
        ? m.orders_home_verify_see()
        : m.orders_home_verify_continue()
  const tone = step === 'funds' ? 'text-up' : 'text-ink-2'
  const text = state === 'draft' ? draftText(verification) : words[step].next()
  return { icon: 'seal-check', tone, text, to, action }
}

function draftText({ documents }: VerificationView): string {
  const count = documentKinds.length - documents.files.length
  return count === 0 ? m.orders_home_verify_unsent() : m.orders_home_verify_missing({ count })
}
