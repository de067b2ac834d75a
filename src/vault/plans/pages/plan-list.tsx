/** The savings plans of a member: what each does next, what it has bought, and what can be done with it. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Moment, money } from '../../../ui/figures.tsx'
import { formatGrams, formatWeekDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { EditedList, QuietAction } from '../../pages/edited-list.tsx'
import { ReceiptLink } from '../../pages/receipt-link.tsx'
import type { PlanRunView, PlanView } from '../plan-contract.ts'
import { becauseOf, needsAgreement, PaidByFigure } from './plan-mandate.tsx'
import { planName, runWords, waitWords } from './plan-words.ts'

export type PlanAction = 'skip_plan_run' | 'pause_plan' | 'resume_plan' | 'end_plan' | 'agree_plan' | 'revoke_plan'
type Props = {
  plans: PlanView[]
  currency: string
  /** Plans are offered: without, they are paused and ended alone. */
  isOn: boolean
  busy: boolean
  /** The member comes from the page on which they agree to charges. */
  isConfirming: boolean
  act: (action: PlanAction, plan: PlanView) => void
  /** The form that stands in the place of the one that is changed. */
  editing: (plan: PlanView, close: () => void) => ReactNode
}

export function PlanList({ plans, editing, ...row }: Props) {
  return (
    <EditedList
      all={plans}
      idOf={({ plan_id }) => plan_id}
      label={m.vault_plan_edit_title()}
      editing={editing}
      row={(plan, edit) => <Row key={plan.plan_id} plan={plan} {...row} onEdit={edit} />}
    />
  )
}

type RowProps = Omit<Props, 'plans' | 'editing'> & { plan: PlanView; onEdit: () => void }

function Row({ plan, currency, isOn, onEdit, busy, isConfirming, act }: RowProps) {
  const { state, ceiling } = plan
  const because = becauseOf(plan, isConfirming)
  const name = planName(plan, currency)
  return (
    <li className="grid gap-3 border-b border-line py-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
        <div>
          <h3 className="font-semibold">{name}</h3>
          {ceiling && (
            <p className="small text-ink-2">
              {m.vault_plan_row_ceiling({ ceiling: money({ amount: ceiling, currency }) })}
            </p>
          )}
        </div>
        <StateTag state={state} />
      </div>
      {because && <p className="small text-ink-2">{because}</p>}
      <Figures plan={plan} currency={currency} />
      {state !== 'ended' && <Actions {...{ plan, name, isOn, busy, act, onEdit }} />}
      {plan.runs.length > 0 && <Runs runs={plan.runs} currency={currency} />}
    </li>
  )
}

function StateTag({ state }: Pick<PlanView, 'state'>) {
  if (state === 'active') return <Tag tone="nila">{m.vault_plan_state_active()}</Tag>
  if (state === 'paused') return <Tag tone="warn">{m.vault_plan_state_paused()}</Tag>
  return <Tag tone="plain">{m.vault_plan_state_ended()}</Tag>
}

const nextOf = (latest: PlanRunView['state'] | undefined, waits: PlanView['waits_for']): string | null =>
  latest === 'charging' ? m.vault_plan_run_charging() : waits && waitWords[waits]()

function Figures({ plan, currency }: { plan: PlanView; currency: string }) {
  const { bought, next_on, next_at, waits_for, runs } = plan
  const latest = runs[0]?.state
  return (
    <dl className="kv small">
      {next_on && next_at && (
        <>
          <dt>{latest === 'trying' ? m.vault_plan_again() : m.vault_plan_next()}</dt>
          <dd>{nextOf(latest, waits_for) ?? <Moment at={next_at} />}</dd>
        </>
      )}
      <PaidByFigure plan={plan} currency={currency} />
      {bought.average_cost && (
        <>
          <dt>{m.vault_plan_bought()}</dt>
          <dd>
            {m.vault_plan_bought_value({
              grams: formatGrams(bought.weight, language()),
              paid: money({ amount: bought.paid, currency }),
            })}
          </dd>
          <dt>{m.vault_plan_average()}</dt>
          <dd>{m.vault_plan_average_value({ price: money({ amount: bought.average_cost, currency }) })}</dd>
        </>
      )}
    </dl>
  )
}

type ActionsProps = Pick<RowProps, 'plan' | 'isOn' | 'busy' | 'act' | 'onEdit'> & { name: string }

function Actions({ plan, name, isOn, busy, act, onEdit }: ActionsProps) {
  const quiet = (action: string, onClick: () => void) => (
    <QuietAction {...{ action, busy, onClick }} label={m.vault_plan_of({ action, plan: name })} />
  )
  return (
    <div className="flex flex-wrap items-center">
      {isOn && needsAgreement(plan) && (
        <Button
          size="s"
          className="mr-6"
          busy={busy}
          aria-label={m.vault_plan_of({ action: m.vault_plan_agree(), plan: name })}
          onClick={() => act('agree_plan', plan)}
        >
          {m.vault_plan_agree()}
        </Button>
      )}
      {plan.state === 'active' && quiet(m.vault_plan_skip(), () => act('skip_plan_run', plan))}
      {plan.state === 'active' && quiet(m.vault_plan_pause(), () => act('pause_plan', plan))}
      {isOn &&
        plan.state === 'paused' &&
        plan.because !== 'staff' &&
        !needsAgreement(plan) &&
        quiet(m.vault_plan_resume(), () => act('resume_plan', plan))}
      {isOn && quiet(m.vault_plan_edit(), onEdit)}
      {plan.mandate?.state === 'active' && quiet(m.vault_plan_revoke(), () => act('revoke_plan', plan))}
      {quiet(m.vault_plan_end(), () => act('end_plan', plan))}
    </div>
  )
}

const Runs = ({ runs, currency }: { runs: PlanRunView[]; currency: string }) => (
  <details>
    <summary className="small link inline-block min-h-11 py-3">{m.vault_plan_runs()}</summary>
    <ul className="border-t border-line">
      {runs.map((run) => (
        <li
          key={run.due_on}
          className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2"
        >
          <span>
            <span className="small block">{runWords(run, currency)}</span>
            <span className="fine block text-ink-2">{formatWeekDay(run.due_on, language())}</span>
          </span>
          {run.trade_id && <ReceiptLink of={run.trade_id} />}
        </li>
      ))}
    </ul>
  </details>
)
