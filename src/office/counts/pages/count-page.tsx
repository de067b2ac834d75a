/** /admin/counts/count?id=…: one count. Whoever counts sees their own sheet alone until both are done; then what differs is settled. */
import type { CountDetail } from '../../../backing/counts/count-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { CountFindings } from './count-findings.tsx'
import { CountSheet } from './count-sheet.tsx'
import { CountStateTag } from './count-words.tsx'

export const handle: OfficeHandle = { permission: 'vault.count' }

export default function CountPage() {
  return (
    <OneById<CountDetail>
      path="/vault/count"
      field="count_id"
      back={{ to: '/admin/counts', name: m.office_counts_all() }}
      title={m.office_counts_title()}
      none={m.office_counts_none()}
      failed={m.office_counts_failed()}
    >
      {(one, reload) => <OneCount key={one.count_id} count={one} reload={reload} />}
    </OneById>
  )
}

type Props = { count: CountDetail; reload: () => Promise<void> }

function OneCount({ count, reload }: Props) {
  const { number, place, state } = count
  return (
    <>
      <title>{`${number} · Karat`}</title>
      <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">
          {number}, {place}
        </h1>
        <CountStateTag state={state} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 gap-5">
          {count.may_count && <CountSheet count={count} reload={reload} />}
          {!count.may_count && !count.findings && <Waiting count={count} />}
          {count.findings && <CountFindings count={count} findings={count.findings} reload={reload} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <About count={count} />
          <Abandon count={count} reload={reload} />
        </div>
      </div>
    </>
  )
}

const Waiting = ({ count: { state, is_counter } }: { count: CountDetail }) => (
  <section className="office-panel">
    <p>
      {state === 'abandoned'
        ? m.office_counts_abandoned_text()
        : is_counter
          ? m.office_counts_waits_other()
          : m.office_counts_waits_both()}
    </p>
  </section>
)

function About({ count }: { count: CountDetail }) {
  const { store, reason, opened_by, opened_at, counters, compared_at, finished_at, abandoned_because } = count
  const { moment } = useTimes()
  const { nameOf } = useStores()
  return (
    <section className="office-panel">
      <Facts
        facts={[
          { label: m.office_store(), value: nameOf(store) },
          { label: m.office_counts_opened(), value: `${opened_by}, ${moment(opened_at)}` },
          { label: m.office_reason(), value: reason },
          ...counters.map(({ name, done_at }, seat) => ({
            label: seat === 0 ? m.office_counts_first() : m.office_counts_second(),
            value: done_at ? `${name}, ${moment(done_at)}` : `${name}, ${m.office_counts_still_counting()}`,
          })),
          ...(compared_at ? [{ label: m.office_counts_compared(), value: moment(compared_at) }] : []),
          ...(finished_at ? [{ label: m.office_counts_finished(), value: moment(finished_at) }] : []),
          ...(abandoned_because ? [{ label: m.office_counts_abandoned(), value: abandoned_because }] : []),
        ]}
      />
    </section>
  )
}

function Abandon({ count: { count_id, number, state, is_counter }, reload }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (!may('vault.resolve') || state === 'finished' || state === 'abandoned') return null
  if (is_counter && state === 'differences') return null
  return (
    <div>
      <Button
        kind="ghost"
        size="s"
        onClick={() =>
          ask({
            ...{ title: m.office_counts_abandon_title({ number }), text: m.office_counts_abandon_text() },
            ...{ confirm: m.office_counts_abandon(), tone: 'danger' },
            run: (reason) => officePost('/vault/countAbandon', { count_id, reason }, { quiet: true }),
            done: m.office_counts_abandoned(),
          })
        }
      >
        {m.office_counts_abandon()}
      </Button>
      {dialog}
    </div>
  )
}
