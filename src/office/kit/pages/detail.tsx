/** What stands beside a list, or on a page of its own: a title, facts, actions; and facts of two sources side by side. */
import { type ReactNode, useEffect, useRef } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/states.tsx'

type DetailProps = { title: ReactNode; aside?: ReactNode; onClose: () => void; children: ReactNode }

/** The side panel of the row that is open. Its title has the focus when it opens. */
export function Detail({ title, aside, onClose, children }: DetailProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <section className="office-panel" aria-label={m.office_details()}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 ref={head} tabIndex={-1} className="text-lg font-semibold break-words outline-none">
            {title}
          </h2>
          {aside && <p className="small text-ink-2">{aside}</p>}
        </div>
        <IconButton label={m.office_close()} className="-mt-2 -mr-3" onClick={onClose}>
          <Icon name="x" />
        </IconButton>
      </div>
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  )
}

export type Fact = { label: string; value: ReactNode }

/** Labels left, values right, a hairline between. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="office-facts">
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export type Pair = { label: string; left: ReactNode; right: ReactNode; agrees?: boolean }

/** The same facts as two sources have them; where they differ it says so in words as well. */
export const SideBySide = ({ heads, pairs, differs }: { heads: [string, string]; pairs: Pair[]; differs: string }) => (
  <table className="office-pairs">
    <thead>
      <tr>
        <td />
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {pairs.map(({ label, left, right, agrees = true }) => (
        <tr key={label} data-differs={!agrees}>
          <th scope="row">
            {label}
            {!agrees && <Tag tone="warn">{differs}</Tag>}
          </th>
          <td>{left}</td>
          <td>{right}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
