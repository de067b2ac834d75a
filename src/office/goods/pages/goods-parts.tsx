/** Small parts that the pages of goods share. */
import { formLabel } from '../../../catalogue/attribute-rules.ts'
import type { PieceRow } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'

/** Keeps its place while there is no picture. */
export const Thumbnail = ({ src, large = false }: { src: string; large?: boolean }) =>
  src ? (
    <img
      src={src}
      alt=""
      loading="lazy"
      className={`${large ? 'size-16' : 'size-9'} shrink-0 rounded bg-tile object-cover`}
    />
  ) : (
    <span className={`${large ? 'size-16' : 'size-9'} shrink-0 rounded bg-tile`} />
  )

export const ShownTag = ({ shown, draft = false }: { shown: boolean; draft?: boolean }) => (
  <Tag tone={shown ? 'up' : draft ? 'warn' : 'plain'}>
    {shown ? m.office_goods_shown() : draft ? m.office_goods_draft() : m.office_goods_hidden()}
  </Tag>
)

export const formName = (form: string): string => formLabel(form, language())

const tones = {
  in_stock: 'up',
  allocated: 'plain',
  sold: 'plain',
  reported_stolen: 'down',
  quarantined: 'warn',
  melted: 'plain',
} as const
const words = {
  in_stock: m.office_goods_pieces_in_stock,
  allocated: m.office_goods_pieces_allocated,
  sold: m.office_goods_pieces_sold,
  reported_stolen: m.office_goods_pieces_reported_stolen,
  quarantined: m.office_goods_pieces_quarantined,
  melted: m.office_goods_pieces_melted,
}
export const pieceStateName = (state: PieceRow['state']): string => words[state]()
export const PieceTag = ({ state }: Pick<PieceRow, 'state'>) => <Tag tone={tones[state]}>{pieceStateName(state)}</Tag>
