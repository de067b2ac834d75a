/** One bar beside the list: what it is, what may be done, and what happened to it. */
import type { BarHistoryView, BarRow } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams } from '../../../ui/figures.tsx'
import { formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Timeline } from '../../../ui/states.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { BringBackDialog } from './bring-back-dialog.tsx'
import { PledgeBarDialog } from './pledge-bar-dialog.tsx'

type Props = { bar: BarRow; close: () => void; done: () => Promise<void> }

export function BarDetail({ bar, close, done }: Props) {
  const { nameOf } = useStores()
  return (
    <Detail title={bar.serial} aside={bar.maker} onClose={close}>
      <Actions bar={bar} done={done} />
      <Facts
        facts={[
          {
            label: m.office_vault_kind(),
            value: bar.kind === 'bar' ? m.office_vault_kind_bar() : m.office_vault_kind_coin(),
          },
          { label: m.office_vault_gross(), value: <Grams weight={bar.gross_weight} /> },
          { label: m.office_vault_fineness(), value: formatFineness(bar.fineness, language()) },
          { label: m.office_vault_fine(), value: <Grams weight={bar.fine_weight} /> },
          ...(bar.year ? [{ label: m.office_vault_year(), value: String(bar.year) }] : []),
          { label: m.office_vault_place(), value: bar.place },
          { label: m.office_store(), value: nameOf(bar.store) },
        ]}
      />
      <History barId={bar.id} />
    </Detail>
  )
}

const moveWords: Record<BarHistoryView['moves'][number]['move'], () => string> = {
  received: m.office_vault_move_received,
  sent: m.office_vault_move_sent,
  arrived: m.office_vault_move_arrived,
  lost: m.office_vault_move_lost,
  found: m.office_vault_move_found,
  pledged: m.office_vault_move_pledged,
  released: m.office_vault_move_released,
}

function History({ barId }: { barId: string }) {
  const { data, failed, reload } = useOffice<BarHistoryView>('/vault/bar', { bar_id: barId })
  const { moment } = useTimes()
  if (failed && !data)
    return (
      <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
    )
  if (!data) return <Skeleton className="h-24" />
  return (
    <section aria-label={m.office_vault_history()}>
      <h3 className="mb-3 font-semibold">{m.office_vault_history()}</h3>
      <Timeline
        steps={data.moves.map(({ move, at, by, reason, place }, index) => ({
          key: at,
          state: index === 0 ? ('now' as const) : ('done' as const),
          title: place ? `${moveWords[move]()} · ${place}` : moveWords[move](),
          text: by ? `${by}: ${reason}` : reason,
          at: moment(at),
        }))}
      />
    </section>
  )
}

function Actions({ bar, done }: Omit<Props, 'close'>) {
  const { id, serial, state, asked } = bar
  const may = useMay()
  const { ask, dialog } = useReasonDialog(done)
  const run = (path: string) => (reason: string) => officePost(path, { bar_id: id, reason }, { quiet: true })
  const lose: ReasonedAction = {
    ...{ title: m.office_vault_lose_title({ serial }), text: m.office_vault_lose_text() },
    ...{ confirm: m.office_vault_lose(), tone: 'danger' },
    ...{ run: run('/vault/lose'), done: m.office_vault_lose_done() },
  }
  const release: ReasonedAction = {
    ...{ title: m.office_vault_release_title({ serial }), text: m.office_vault_release_text() },
    ...{ confirm: m.office_vault_release() },
    ...{ run: run('/vault/release'), done: m.office_vault_release_done() },
  }
  const actions = [
    ...(state === 'pledged' && may('vault.release') ? [release] : []),
    ...(state !== 'missing' && may('vault.lose') ? [lose] : []),
  ]
  const mayPledge = state === 'available' && may('vault.pledge')
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {mayPledge && !asked && (
          <DialogButton
            name={m.office_vault_pledge()}
            dialog={(close) => <PledgeBarDialog bar={bar} done={done} close={close} />}
          />
        )}
        {state === 'missing' && may('vault.lose') && (
          <DialogButton
            name={m.office_vault_bring_back()}
            dialog={(close) => <BringBackDialog bar={bar} done={done} close={close} />}
          />
        )}
        {actions.map((action) => (
          <Button
            key={action.title}
            kind={action.tone === 'danger' ? 'danger' : 'ghost'}
            size="s"
            onClick={() => ask(action)}
          >
            {action.confirm}
          </Button>
        ))}
      </div>
      {mayPledge && asked && <p className="small text-ink-2">{m.office_vault_pledge_asked()}</p>}
      {dialog}
    </div>
  )
}
