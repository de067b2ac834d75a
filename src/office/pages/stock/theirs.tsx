/** What somebody else has saved meanwhile, where it is not what is typed here. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'

type Props = { who: string; lines: { label: string; value: string }[]; children?: ReactNode }

export const Theirs = ({ who, lines, children }: Props) => (
  <div className="grid gap-3 border-l-2 border-warn pl-4" role="status">
    <p className="font-medium">{m.goods_texts_theirs({ who })}</p>
    <dl className="grid gap-3">
      {lines.map(({ label, value }) => (
        <div key={label} className="small">
          <dt className="text-ink-2">{label}</dt>
          <dd className="break-words whitespace-pre-line">{value || '–'}</dd>
        </div>
      ))}
    </dl>
    {children}
  </div>
)
