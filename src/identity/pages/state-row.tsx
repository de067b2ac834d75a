/** A row that says how one thing of the account stands and leads to where it is changed. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Tag } from '../../ui/states.tsx'

type Props = {
  to: string
  icon: IconName
  name: ReactNode
  text?: ReactNode
  state?: ReactNode
  tone?: 'plain' | 'up' | 'down' | 'warn'
}

export const StateRow = ({ to, icon, name, text, state, tone = 'plain' }: Props) => (
  <li className="border-b border-line">
    <Link to={to} className="group grid min-h-16 grid-cols-[24px_minmax(0,1fr)_16px] items-center gap-x-3 py-3">
      <Icon name={icon} />
      <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          <span className="block font-medium break-words group-hover:text-nila">{name}</span>
          {text && <span className="small block break-words text-ink-2">{text}</span>}
        </span>
        {state && <Tag tone={tone}>{state}</Tag>}
      </span>
      <Icon name="caret-right" size="s" />
    </Link>
  </li>
)
