/** Where a page stands: everything above it as links, itself last. */
import { Link } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { breadcrumbData } from './breadcrumb-data.ts'
import { Icon } from './icon.tsx'
import { useShellData } from './shell-data.ts'
import { StructuredData } from './structured-data.tsx'

export type Crumb = { name: string; to?: string }

/** On a phone only the place above, as a way back. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const above = crumbs.findLast(({ to }) => to !== undefined)
  const shell = useShellData()
  return (
    <nav className="small pt-5 text-ink-2 md:pt-7" aria-label={m.ui_breadcrumb()}>
      {above?.to && (
        <Link to={above.to} className="inline-flex min-h-11 items-center gap-1 hover:text-ink md:hidden">
          <Icon name="caret-left" size="s" /> {above.name}
        </Link>
      )}
      <ol className="flex flex-wrap items-center gap-x-2 max-md:hidden">
        {crumbs.map(({ name, to }, place) => (
          <li key={name} className="flex min-h-6 items-center gap-2">
            {place > 0 && <Icon name="caret-right" className="size-3 text-ink-3" />}
            {to ? (
              <Link to={to} className="hover:text-ink">
                {name}
              </Link>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
      <StructuredData things={import.meta.env.SSR && shell ? [breadcrumbData(crumbs, shell.origin)] : []} />
    </nav>
  )
}
