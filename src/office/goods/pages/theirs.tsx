/** What somebody else has saved meanwhile: where it is not what is typed here, or not what was seen. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'

type Props = {
  who: string
  /** Says who it was; else that they have saved, and what they wrote. */
  title?: (inputs: { who: string }) => string
  lines: { label: string; value: string; before?: string }[]
  /** Said when there is nothing to compare. */
  none?: string
  children?: ReactNode
}

export const Theirs = ({ who, title = m.office_goods_texts_theirs, lines, none, children }: Props) => (
  <div className="grid gap-3 border-l-2 border-warn pl-4" role="status">
    <p className="font-medium">{title({ who })}</p>
    {lines.length === 0 && none && <p className="small text-ink-2">{none}</p>}
    {lines.length > 0 && (
      <dl className="grid gap-3">
        {lines.map(({ label, value, before }) => (
          <div key={label} className="small">
            <dt className="text-ink-2">{label}</dt>
            <dd className="break-words whitespace-pre-line">{value || '–'}</dd>
            {before && (
              <dd className="line-clamp-2 break-words text-ink-2">{m.office_goods_before_value({ value: before })}</dd>
            )}
          </div>
        ))}
      </dl>
    )}
    {children}
  </div>
)
