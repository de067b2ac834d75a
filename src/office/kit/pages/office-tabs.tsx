import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { placeOfTab } from './places.ts'
import { useMay } from './use-office.ts'

/** Pages that stand beside this one under one heading. Where they are wider than the screen, the one that is open is in sight. */
export function OfficeTabs() {
  const may = useMay()
  const path = useLocation().pathname.replace(/\/$/, '')
  const place = placeOfTab(path)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav aria-label={place?.name()} className="office-tabs">
      {place?.tabs
        ?.filter(({ permission }) => may(permission ?? place.permission))
        .map(({ to, name }) => (
          <Link key={to} ref={to === path ? open : undefined} to={to} aria-current={to === path ? 'page' : undefined}>
            {name()}
          </Link>
        ))}
    </nav>
  )
}
