/** /admin/growth: rewards of invitations, those that wait for a decision first. */
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeRewardView } from '../../../referral/office-contract.ts'
import { type RewardState, rewardStates } from '../../../referral/reward-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { doubtWords, endWords, stateWords, waitWords } from './growth-words.ts'

export const handle: OfficeHandle = { permission: 'growth.see' }

const State = ({ row }: { row: OfficeRewardView }) =>
  row.in_review ? (
    <Tag tone="warn">{m.office_growth_review()}</Tag>
  ) : (
    <Tag tone={stateWords[row.state].tone}>{stateWords[row.state].name()}</Tag>
  )

export default function RewardsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_growth_title()}</h1>
      <OfficeTabs />
      <DataTable<OfficeRewardView>
        name={m.office_growth_tab_rewards()}
        path="/growth/rewards"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ reward_id }) => reward_id}
        rowName={({ member, invited }) => `${member}, ${invited}`}
        detail={(row, close, reload) => <RewardDetail row={row} close={close} reload={reload} />}
        empty={m.office_growth_rewards_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: [
      { value: 'review', label: m.office_growth_review() },
      ...rewardStates.map((value: RewardState) => ({ value, label: stateWords[value].name() })),
    ],
  },
]

const columnsOf = (moment: (text: string) => string): Column<OfficeRewardView>[] => [
  { key: 'member', head: m.office_growth_inviter(), cell: ({ member }) => member, phone: 'title' },
  { key: 'invited', head: m.office_growth_invited(), cell: ({ invited }) => invited, phone: 'below' },
  { key: 'state', head: m.office_order_state(), cell: (row) => <State row={row} />, phone: 'below-side' },
  {
    key: 'grams',
    head: m.office_growth_grams(),
    cell: ({ grams }) => formatGrams(grams, language()),
    right: true,
    phone: 'side',
  },
  { key: 'made_at', head: m.office_growth_noted(), cell: ({ made_at: at }) => moment(at), right: true },
]

type Props = { row: OfficeRewardView; close: () => void; reload: () => Promise<void> }

function RewardDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const at = (label: string, when: string | null) => (when ? [{ label, value: moment(when) }] : [])
  const isOpen = row.state === 'waiting' || row.state === 'reserved'
  return (
    <Detail title={row.member} aside={row.invited} onClose={close}>
      <State row={row} />
      <Facts
        facts={[
          { label: m.office_growth_grams(), value: formatGrams(row.grams, language()) },
          { label: m.office_growth_needs(), value: money({ amount: row.needs, currency: row.currency }) },
          ...(row.doubts.length > 0
            ? [{ label: m.office_growth_doubts(), value: row.doubts.map((one) => doubtWords[one]()).join(' · ') }]
            : []),
          ...(row.waits_for ? [{ label: m.office_growth_waits(), value: waitWords[row.waits_for]() }] : []),
          ...at(m.office_growth_noted(), row.made_at),
          ...at(m.office_growth_reserved(), row.reserved_at),
          ...at(m.office_growth_credited(), row.credited_at),
          ...at(m.office_growth_ended(), row.ended_at),
          ...(row.because ? [{ label: m.office_growth_because(), value: endWords[row.because]() }] : []),
          ...(row.state === 'reversed'
            ? [{ label: m.office_growth_taken(), value: formatGrams(row.taken_back, language()) }]
            : []),
        ]}
      />
      {(isOpen || row.watched) && may('growth.decide') && (
        <div className="flex flex-wrap gap-3">
          {row.in_review && <Button onClick={() => ask(deciding(row, 'accept'))}>{m.office_growth_accept()}</Button>}
          <Button kind="ghost" onClick={() => ask(deciding(row, 'refuse'))}>
            {m.office_growth_refuse()}
          </Button>
        </div>
      )}
      {dialog}
    </Detail>
  )
}

const deciding = ({ reward_id, member }: OfficeRewardView, decision: 'accept' | 'refuse'): ReasonedAction => ({
  title: decision === 'accept' ? m.office_growth_accept_title({ member }) : m.office_growth_refuse_title({ member }),
  text: decision === 'accept' ? m.office_growth_accept_text() : m.office_growth_refuse_text(),
  confirm: decision === 'accept' ? m.office_growth_accept() : m.office_growth_refuse(),
  ...(decision === 'refuse' ? { tone: 'danger' as const } : {}),
  run: (reason) => officePost('/growth/decide', { reward_id, decision, reason }, { quiet: true }),
  done: decision === 'accept' ? m.office_growth_accepted() : m.office_growth_refused(),
})
