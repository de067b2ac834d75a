/** What a move of a piece to another sku would do: both skus side by side, and where they are not alike. */
import type { ReactNode } from 'react'
import type { MoveDifference, MovePreviewView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Grams } from '../../../ui/figures.tsx'
import { formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { SideBySide } from '../../kit/pages/detail.tsx'
import { useStores } from '../../kit/pages/use-stores.ts'

type Side = MovePreviewView['from']

export function MovePreview({ preview }: { preview: MovePreviewView }) {
  const { serial, from, to, problem, differs } = preview
  const { nameOf } = useStores()
  const codes = { serial, from: from.code, to: to.code }
  const pair = (label: string, show: (side: Side) => ReactNode, difference?: MoveDifference) => ({
    label,
    left: show(from),
    right: show(to),
    agrees: difference === undefined || !differs.includes(difference),
  })
  if (problem === 'is_there') return null
  return (
    <section className="grid gap-2" aria-label={m.office_goods_pieces_move_look()}>
      <p className="font-medium">
        {problem ? m.office_goods_pieces_move_stays(codes) : m.office_goods_pieces_move_one(codes)}
      </p>
      <SideBySide
        heads={[m.office_goods_pieces_move_from(), m.office_goods_pieces_move_into()]}
        differs={m.office_goods_pieces_move_differs()}
        pairs={[
          pair(m.office_goods_pieces_move_product(), ({ name }) => name),
          pair(
            m.office_goods_import_code(),
            ({ code, label }) => (
              <>
                {code}
                <span className="block text-ink-2">{label}</span>
              </>
            ),
            'kind',
          ),
          pair(m.office_store(), ({ store }) => nameOf(store), 'store'),
          pair(m.office_goods_maker(), ({ brand }) => brand, 'maker'),
          pair(m.office_goods_weight(), ({ fine_weight: weight }) => <Grams weight={weight} />, 'weight'),
          pair(m.office_goods_fineness(), ({ fineness }) => formatFineness(fineness, language()), 'fineness'),
          ...(problem
            ? []
            : [pair(m.office_goods_pieces_move_stock(), ({ stock, stock_then }) => `${stock} → ${stock_then}`)]),
        ]}
      />
      {!problem && !to.shown && <p className="small text-warn">{m.office_goods_pieces_move_hidden()}</p>}
    </section>
  )
}

const differenceWords: Record<MoveDifference, () => string> = {
  kind: m.office_goods_pieces_move_other_kind,
  store: m.office_goods_pieces_move_other_store,
  maker: m.office_goods_pieces_move_other_maker,
  weight: m.office_goods_pieces_move_other_weight,
  fineness: m.office_goods_pieces_move_other_fineness,
}

/** Why the piece cannot move there, and what to do. */
export function moveProblemText({ problem, differs, from, to }: MovePreviewView): string {
  const what = differs.map((name) => differenceWords[name]()).join(', ')
  const words = {
    is_there: m.office_goods_pieces_move_is_there,
    not_in_stock: m.office_goods_pieces_move_not_in_stock,
    was_sold: m.office_goods_pieces_move_was_sold,
    promised: () => m.office_goods_pieces_move_promised({ code: from.code }),
    differs: () => m.office_goods_pieces_move_cannot({ code: to.code, what }),
  }
  return problem ? words[problem]() : ''
}
