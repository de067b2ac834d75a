/** Pieces that came back under a request: what was found, what becomes of each, and its way back where it is refused. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { ReturnedPieceView, ReturnRowView } from '../../../orders/returns/return-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { pieceWeight } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { JudgeForm } from './judge-form.tsx'
import type { ReturnProps } from './return-detail.tsx'
import { conditionWords, pieceName, returnStateName } from './return-words.ts'
import { SendForm } from './send-form.tsx'

const tones = { received: 'warn', stocked: 'up', quarantined: 'warn', refused: 'warn', sent_back: 'plain' } as const

export function ReturnedPieces({ row, reload }: ReturnProps) {
  if (row.pieces.length === 0) return null
  return (
    <section aria-label={m.office_orders_return_pieces()}>
      <h3 className="font-semibold">{m.office_orders_return_pieces()}</h3>
      <ul className="mt-2 grid border-t border-line">
        {row.pieces.map((piece) => (
          <Piece key={piece.return_id} row={row} piece={piece} reload={reload} />
        ))}
      </ul>
    </section>
  )
}

type PieceProps = ReturnProps & { piece: ReturnedPieceView }

function Piece({ row, piece, reload }: PieceProps) {
  const { moment } = useTimes()
  const name = pieceName(piece)
  const weights = piece.weighed ? [pieceWeight(piece.weighed)] : []
  const by = piece.decided_by ?? piece.received_by
  return (
    <li className="grid gap-2 border-b border-line py-3.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold break-all">
          <SubjectLink kind={piece.serial ? 'piece' : null} id={piece.serial}>
            {name}
          </SubjectLink>
        </span>
        <Tag tone={tones[piece.state]}>{returnStateName(piece)}</Tag>
      </p>
      {piece.condition && (
        <p className="small break-words">
          {[conditionWords[piece.condition](), ...weights, piece.findings].filter(Boolean).join(' · ')}
        </p>
      )}
      {piece.sent_how && <p className="small break-words">{piece.sent_how}</p>}
      <p className="fine text-ink-2">
        {m.office_orders_return_by({ name: by, at: moment(piece.decided_at ?? piece.received_at) })}
      </p>
      <Steps row={row} piece={piece} reload={reload} />
    </li>
  )
}

function Steps({ row, piece, reload }: PieceProps) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { ask, dialog } = useReasonDialog(reload)
  const name = pieceName(piece)
  const done = async () => {
    setOpen(false)
    await reload()
  }
  const { state, serial } = piece
  if (state === 'received' && may('returns.judge'))
    return (
      <Opened
        label={m.office_orders_return_look()}
        title={m.office_orders_return_look_title({ piece: name })}
        {...{ open, setOpen }}
      >
        <JudgeForm row={row} piece={piece} done={done} close={() => setOpen(false)} />
      </Opened>
    )
  if (state === 'refused' && may('returns.receive'))
    return (
      <Opened
        label={m.office_orders_return_send()}
        title={m.office_orders_return_send_title({ piece: name })}
        text={m.office_orders_return_send_text()}
        {...{ open, setOpen }}
      >
        <SendForm piece={piece} done={done} close={() => setOpen(false)} />
      </Opened>
    )
  if (state !== 'quarantined' || serial !== null || !may('stock.release')) return null
  const release = () =>
    ask({
      title: m.office_orders_return_release_title({ piece: nameOf(row, piece) }),
      text: m.office_orders_return_release_text(),
      confirm: m.office_orders_return_release(),
      run: (reason) => officePost('/returns/release', { return_id: piece.return_id, reason }, { quiet: true }),
      done: m.office_orders_return_judged(),
    })
  return (
    <>
      <Button kind="ghost" size="s" className="justify-self-start" onClick={release}>
        {m.office_orders_return_release()}
      </Button>
      {dialog}
    </>
  )
}

const nameOf = (row: ReturnRowView, { position }: ReturnedPieceView) =>
  row.lines.find((line) => line.position === position)?.name ?? ''

type OpenedProps = {
  label: string
  title: string
  text?: string
  open: boolean
  setOpen: (open: boolean) => void
  children: React.ReactNode
}

const Opened = ({ label, title, text, open, setOpen, children }: OpenedProps) => (
  <>
    <Button kind="ghost" size="s" className="justify-self-start" onClick={() => setOpen(true)}>
      {label}
    </Button>
    <Dialog open={open} onClose={() => setOpen(false)} title={title} text={text}>
      {children}
    </Dialog>
  </>
)
