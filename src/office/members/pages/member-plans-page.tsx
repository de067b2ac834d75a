/** /admin/plans: savings plans of members. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { formatGrams, formatMoney, formatWeekDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import type { OfficePlanView } from '../../../vault/plans/office-contract.ts'
import { paidByWords, planName, runWords, waitWords } from '../../../vault/plans/pages/plan-words.ts'
import { planStates } from '../../../vault/plans/plan-rules.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'

const tones = { active: 'nila', paused: 'warn', ended: 'plain' } as const
const stateWords = {
  active: m.office_members_plan_active,
  paused: m.office_members_plan_paused,
  ended: m.office_members_plan_ended,
}
const becauseWords = {
  member: m.office_members_plan_by_member,
  missed: m.office_members_plan_by_misses,
  staff: m.office_members_plan_by_staff,
  mandate: m.office_members_plan_by_mandate,
}

export const handle: OfficeHandle = { permission: 'members.see' }

export default function PlansPage() {
  const stores = useStores()
  const { moment } = useTimes()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_members_plans()}</h1>
      <DataTable<OfficePlanView>
        name={m.office_members_plans()}
        path="/members/plans"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ plan_id: id }) => id}
        rowName={(plan) => `${plan.member}, ${planName(plan, plan.currency)}`}
        detail={(plan, close, reload) => <Plan plan={plan} close={close} reload={reload} />}
        empty={m.office_members_plans_none()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_members_search() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: planStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (moment: (at: string) => string): Column<OfficePlanView>[] => [
  { key: 'member', head: m.office_member(), cell: ({ member }) => member, phone: 'title' },
  {
    key: 'plan',
    head: m.office_members_plan(),
    cell: (plan) => planName(plan, plan.currency),
    phone: 'below',
  },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ state }) => <Tag tone={tones[state]}>{stateWords[state]()}</Tag>,
    phone: 'side',
  },
  {
    key: 'next',
    head: m.office_members_plan_next(),
    cell: ({ next_at: at }) => (at ? moment(at) : '–'),
    right: true,
    phone: 'below-side',
  },
]

type PlanProps = { plan: OfficePlanView; close: () => void; reload: () => Promise<void> }

const paidByOf = ({ paid_by: by, mandate }: OfficePlanView): string =>
  mandate?.account_end ? `${paidByWords[by]()} •••• ${mandate.account_end}` : paidByWords[by]()

function Plan({ plan, close, reload }: PlanProps) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  const { currency, bought, because, ceiling } = plan
  const money = (amount: string) => formatMoney(amount, currency, language())
  return (
    <Detail title={planName(plan, currency)} aside={plan.member} onClose={close}>
      <Facts
        facts={[
          { label: m.office_state(), value: because ? becauseWords[because]() : stateWords[plan.state]() },
          { label: m.office_store(), value: nameOf(plan.store) },
          { label: m.office_members_plan_paid_by(), value: paidByOf(plan) },
          ...(ceiling ? [{ label: m.office_members_plan_ceiling(), value: money(ceiling) }] : []),
          ...(plan.next_at ? [{ label: m.office_members_plan_next(), value: moment(plan.next_at) }] : []),
          ...(plan.waits_for ? [{ label: m.office_members_plan_waits(), value: waitWords[plan.waits_for]() }] : []),
          { label: m.office_members_plan_missed(), value: String(plan.missed) },
          {
            label: m.office_members_plan_bought(),
            value: `${formatGrams(bought.weight, language())} · ${money(bought.paid)}`,
          },
          { label: m.office_members_plan_begun(), value: moment(plan.begun_at) },
        ]}
      />
      {plan.runs.length > 0 && (
        <ul>
          {plan.runs.map((run) => (
            <li key={run.due_on} className="small border-t border-line py-2">
              {runWords(run, currency)}
              <span className="fine block text-ink-2">{formatWeekDay(run.due_on, language())}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions plan={plan} reload={reload} />
    </Detail>
  )
}

function Actions({ plan: { plan_id, member_id, state, because }, reload }: Omit<PlanProps, 'close'>) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const change = (path: '/members/pausePlan' | '/members/resumePlan') => {
    const pauses = path === '/members/pausePlan'
    ask({
      title: pauses ? m.office_members_plan_pause() : m.office_members_plan_resume(),
      text: pauses ? m.office_members_plan_pause_text() : m.office_members_plan_resume_text(),
      confirm: pauses ? m.office_members_plan_pause() : m.office_members_plan_resume(),
      run: (reason) => officePost(path, { plan_id, reason }, { quiet: true }),
      done: pauses ? m.office_members_plan_pause_done() : m.office_members_plan_resume_done(),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === 'active' && may('members.freeze') && (
        <Button kind="ghost" size="s" onClick={() => change('/members/pausePlan')}>
          {m.office_members_plan_pause()}
        </Button>
      )}
      {because === 'staff' && may('members.unfreeze') && (
        <Button kind="ghost" size="s" onClick={() => change('/members/resumePlan')}>
          {m.office_members_plan_resume()}
        </Button>
      )}
      <Link to={`/admin/member?id=${member_id}`} className="link small">
        {m.office_member()}
      </Link>
      {dialog}
    </div>
  )
}
