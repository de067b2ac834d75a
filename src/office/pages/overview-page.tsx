/** /admin: what waits and what happened today. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { OfficeHandle } from './office-layout.tsx'
import { officeGroups } from './parts/places.ts'
import { useMay, useMe } from './parts/use-office.ts'

export const handle: OfficeHandle = { permission: 'dashboard.see' }

export default function OverviewPage() {
  const me = useMe()
  const may = useMay()
  const places = officeGroups().flatMap((group) =>
    group.places.filter(({ to, permission }) => to !== '/admin' && may(permission)),
  )
  return (
    <>
      <h1 className="office-h1">{m.office_overview()}</h1>
      <p className="mt-1 text-ink-2">{me.name}</p>
      <ul className="mt-6 grid max-w-xl border-t border-line">
        {places.map(({ to, name, icon }) => (
          <li key={to} className="border-b border-line">
            <Link to={to} className="flex min-h-12 items-center gap-3 font-medium">
              <Icon name={icon} />
              {name}
              <Icon name="caret-right" size="s" className="ml-auto" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
