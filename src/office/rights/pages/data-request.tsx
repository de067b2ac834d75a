/** One request about personal data: what was asked, what a deletion would do, the answer or the form for it. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { DeletionPlanView, OfficeRequestView } from '../../../rights/office-contract.ts'
import {
  aboutWords,
  deletedWords,
  groundWords,
  keptWords,
  stateTones,
  stateWords,
} from '../../../rights/pages/data-words.ts'
import type { Obstacle } from '../../../rights/request-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { DataDecision } from './data-decision.tsx'
import { dataKindWords } from './data-words.ts'

type Props = { row: OfficeRequestView; close: () => void; reload: () => Promise<void> }

export function DataRequest({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  const may = useMay()
  const isWaiting = row.state === 'waiting'
  const isDeletion = row.kind === 'deletion'
  const mayDecide = may(isDeletion ? 'rights.delete' : 'rights.decide')
  return (
    <Detail
      title={`${dataKindWords[row.kind]()} · ${row.member}`}
      aside={`${stores.nameOf(row.store)} · ${moment(row.asked_at)}`}
      onClose={close}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={stateTones[row.state]}>{stateWords[row.state]()}</Tag>
        {row.is_late && <Tag tone="down">{m.office_rights_state_late()}</Tag>}
      </div>
      {row.words && (
        <section aria-label={m.office_rights_words()}>
          <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{row.words}</blockquote>
        </section>
      )}
      <Facts facts={factsOf(row, moment, may('members.see'))} />
      {row.answer && <p className="border-l-2 border-nila pl-3 break-words whitespace-pre-line">{row.answer}</p>}
      {isDeletion && isWaiting && <Plan requestId={row.id} />}
      {row.outcome && <Outcome outcome={row.outcome} />}
      {isWaiting && mayDecide && <DataDecision row={row} reload={reload} />}
      {isWaiting && !mayDecide && isDeletion && <p className="small text-ink-2">{m.office_rights_owner_only()}</p>}
    </Detail>
  )
}

function factsOf(row: OfficeRequestView, moment: (text: string) => string, maySeeMember: boolean) {
  const name = maySeeMember ? (
    <Link to={`/admin/member?id=${row.member_id}`} className="link">
      {row.member}
    </Link>
  ) : (
    row.member
  )
  const decided = row.decided_at && `${row.decided_by ?? m.office_rights_by_shop()}, ${moment(row.decided_at)}`
  return [
    { label: m.office_member(), value: name },
    ...(row.about ? [{ label: m.office_rights_about(), value: aboutWords[row.about]() }] : []),
    { label: m.office_rights_due(), value: moment(row.due_at) },
    ...(decided ? [{ label: m.office_rights_decided(), value: decided }] : []),
    ...(row.ground ? [{ label: m.office_rights_ground(), value: groundWords[row.ground]() }] : []),
  ]
}

const obstacleWords: Record<Obstacle, () => string> = {
  open_orders: m.office_rights_obstacle_open_orders,
  money_on_its_way: m.office_rights_obstacle_money_on_its_way,
  gold_brought: m.office_rights_obstacle_gold_brought,
  complaint_open: m.office_rights_obstacle_complaint_open,
  looked_into: m.office_rights_obstacle_looked_into,
  gold_or_money_held: m.office_rights_obstacle_gold_or_money_held,
}

function Plan({ requestId }: { requestId: string }) {
  const { data, failed, reload } = useOffice<DeletionPlanView>('/rights/plan', { request_id: requestId })
  if (failed)
    return (
      <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
    )
  if (!data) return <Skeleton className="h-40" />
  return (
    <>
      {data.obstacles.length > 0 && (
        <div role="status" className="rounded-control bg-tile p-4">
          <p className="font-medium text-warn">{m.office_rights_hindered()}</p>
          <ul className="mt-1 list-disc pl-5">
            {data.obstacles.map((one) => (
              <li key={one}>{obstacleWords[one]()}</li>
            ))}
          </ul>
        </div>
      )}
      <Outcome outcome={data.outcome} />
    </>
  )
}

const Outcome = ({ outcome: { deleted, kept } }: { outcome: DeletionPlanView['outcome'] }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <section>
      <h3 className="small font-semibold">{m.office_rights_goes()}</h3>
      <ul className="mt-1 grid gap-1 pl-5 list-disc">
        {deleted.map((part) => (
          <li key={part}>{deletedWords[part]()}</li>
        ))}
      </ul>
    </section>
    <section>
      <h3 className="small font-semibold">{m.office_rights_stays()}</h3>
      <ul className="mt-1 grid gap-1 pl-5 list-disc">
        {kept.map(({ part, until }) => (
          <li key={part}>
            {keptWords[part]()}{' '}
            <span className="text-ink-2">
              ({until ? m.rights_kept_until({ day: until }) : m.rights_kept_without_end()})
            </span>
          </li>
        ))}
      </ul>
    </section>
  </div>
)
