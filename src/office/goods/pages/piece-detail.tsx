/** One numbered piece beside the list: facts, what may be done, history. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { PieceDetailView, PieceRow } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams } from '../../../ui/figures.tsx'
import { formatFineness, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Timeline } from '../../../ui/states.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { PieceTag, pieceStateName } from './goods-parts.tsx'
import { LabelsButton } from './labels-button.tsx'
import { MoveDialog } from './move-dialog.tsx'

type Props = { row: PieceRow; close: () => void; reload: () => Promise<void> }

export function PieceDetail({ row, close, reload }: Props) {
  const piece = useOffice<PieceDetailView>('/stock/piece', { serial: row.serial })
  const again = async () => {
    await Promise.all([piece.reload(), reload()])
  }
  return (
    <Detail title={row.serial} aside={`${row.name}, ${row.label}`} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <PieceTag state={row.state} />
        <Link to={`/admin/catalogue/product?id=${row.product_id}`} className="link small">
          {row.code}
        </Link>
        <Link to={`/product/passport?serial=${encodeURIComponent(row.serial)}`} className="link small">
          {m.office_goods_pieces_passport()}
        </Link>
        <LabelsButton serials={[row.serial]} name={m.office_goods_label()} />
      </div>
      <Actions piece={row} done={again} />
      {piece.failed && !piece.data && (
        <ErrorState
          title={m.office_goods_pieces_failed()}
          action={<Button onClick={piece.reload}>{m.office_try_again()}</Button>}
        />
      )}
      {!piece.failed && !piece.data && <Skeleton className="h-48" />}
      {piece.data && <Whole piece={piece.data} />}
    </Detail>
  )
}

function Whole({ piece }: { piece: PieceDetailView }) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  return (
    <>
      <Facts
        facts={[
          { label: m.office_goods_maker(), value: piece.brand },
          { label: m.office_goods_weight(), value: <Grams weight={piece.fine_weight} /> },
          { label: m.office_goods_fineness(), value: formatFineness(piece.fineness, language()) },
          { label: m.office_goods_assayed(), value: piece.assayed_on },
          { label: m.office_store(), value: nameOf(piece.store) },
          ...originOf(piece),
          ...(piece.order ? [{ label: m.office_goods_pieces_order(), value: <OrderLink order={piece.order} /> }] : []),
        ]}
      />
      <section aria-label={m.office_goods_pieces_history()}>
        <h3 className="mb-3 font-semibold">{m.office_goods_pieces_history()}</h3>
        <Timeline
          steps={piece.moves.map(({ at, to, by, reason, order, from_code: from }, index) => ({
            key: `${at} ${to}`,
            state: index === 0 ? ('now' as const) : ('done' as const),
            title: from ? m.office_goods_pieces_moved_from({ code: from }) : pieceStateName(to),
            text: (
              <>
                {saidOf(by, reason)}
                {order && (
                  <span className="block">
                    <OrderLink order={order} />
                  </span>
                )}
              </>
            ),
            at: moment(at),
          }))}
        />
      </section>
    </>
  )
}

/** What orders do is told by the state and the order; only a person has reasons of their own. */
const saidOf = (by: string, reason: string) => (by && reason !== 'received' ? `${by}: ${reason}` : by)

const OrderLink = ({ order }: { order: NonNullable<PieceRow['order']> }) => (
  <Link to={`/admin/order?id=${order.id}`} className="link">
    {order.number}
  </Link>
)

function Actions({ piece, done }: { piece: PieceRow; done: () => void }) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(done)
  const [moving, setMoving] = useState(false)
  const { serial, state } = piece
  const run = (path: string) => (reason: string) => officePost(path, { serial, reason }, { quiet: true })
  const back: ReasonedAction = {
    title: m.office_goods_pieces_return(),
    text: m.office_goods_pieces_return_text({ serial }),
    confirm: m.office_goods_pieces_return(),
    run: run('/stock/return'),
    done: m.office_goods_pieces_return_done(),
  }
  const steal: ReasonedAction = {
    title: m.office_goods_pieces_steal(),
    text: m.office_goods_pieces_steal_text({ serial }),
    confirm: m.office_goods_pieces_steal(),
    tone: 'danger',
    run: run('/stock/reportStolen'),
    done: m.office_goods_pieces_steal_done(),
  }
  const release: ReasonedAction = {
    title: m.office_goods_pieces_release(),
    text: m.office_goods_pieces_release_text({ serial }),
    confirm: m.office_goods_pieces_release(),
    run: run('/stock/release'),
    done: m.office_goods_pieces_release_done(),
  }
  const withdraw: ReasonedAction = {
    title: m.office_goods_pieces_withdraw(),
    text: m.office_goods_pieces_withdraw_text({ serial }),
    confirm: m.office_goods_pieces_withdraw(),
    run: run('/stock/withdrawReport'),
    done: m.office_goods_pieces_withdraw_done(),
  }
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'allocated' && <p className="text-ink-2">{m.office_goods_pieces_promised_help()}</p>}
      {state === 'sold' && may('stock.return') && (
        <Button kind="ghost" size="s" onClick={() => ask(back)}>
          {m.office_goods_pieces_return()}
        </Button>
      )}
      {state === 'quarantined' && may('stock.release') && (
        <Button kind="ghost" size="s" onClick={() => ask(release)}>
          {m.office_goods_pieces_release()}
        </Button>
      )}
      {state !== 'allocated' && state !== 'reported_stolen' && state !== 'melted' && may('stock.steal') && (
        <Button kind="danger" size="s" onClick={() => ask(steal)}>
          {m.office_goods_pieces_steal()}
        </Button>
      )}
      {state === 'reported_stolen' && may('stock.steal') && (
        <Button kind="ghost" size="s" onClick={() => ask(withdraw)}>
          {m.office_goods_pieces_withdraw()}
        </Button>
      )}
      {state === 'in_stock' && may('stock.move') && (
        <Button kind="ghost" size="s" onClick={() => setMoving(true)}>
          {m.office_goods_pieces_move()}
        </Button>
      )}
      {moving && <MoveDialog piece={piece} done={done} close={() => setMoving(false)} />}
      {dialog}
    </div>
  )
}

/** From whom the house bought it, and for how much; nothing where that is not known. */
function originOf({ bought }: PieceDetailView) {
  if (!bought) return []
  const cost = bought.cost && bought.currency ? formatMoney(bought.cost, bought.currency, language()) : null
  return [
    { label: m.office_goods_supplier(), value: bought.supplier },
    { label: m.office_goods_cost(), value: cost ?? m.office_goods_cost_unknown() },
    {
      label: m.office_goods_papers_short(),
      value: bought.papers_complete ? m.office_goods_papers_yes() : m.office_goods_papers_no(),
    },
  ]
}
