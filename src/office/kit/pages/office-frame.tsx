/** The frame around every page of the back office: navigation by permission, who is signed in, the store. */
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { Role } from '../../../staff/permission-rules.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SkipLink } from '../../../ui/shell/frame.tsx'
import { PreferencesMenu } from '../../../ui/shell/preferences-menu.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { Kawung } from '../../../ui/wordmark.tsx'
import { Palette } from '../../find/pages/palette.tsx'
import { Bell } from '../../notices/pages/bell.tsx'
import { officePost } from './office-client.ts'
import { forgetStaff } from './office-session.ts'
import { officeGroups } from './places.ts'
import { useMay, useMe } from './use-office.ts'
import { roleNames } from './words.ts'

export function OfficeFrame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move closes the menu
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className="office">
      <SkipLink />
      <aside className="office-side" data-open={open} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
        <div className="flex items-center justify-between">
          <OfficeMark />
          <IconButton label={m.office_menu_close()} className="office-menu-btn" onClick={() => setOpen(false)}>
            <Icon name="x" size="l" />
          </IconButton>
        </div>
        <OfficeNav />
        <Person />
      </aside>
      <div className="min-w-0">
        <header className="office-top">
          <IconButton
            label={m.office_menu()}
            className="office-menu-btn -ml-3"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <Icon name="list" size="l" />
          </IconButton>
          <span className="office-menu-btn">
            <OfficeMark />
          </span>
          <p className="small text-ink-2 max-md:hidden">
            {m.office_store()} <strong className="font-semibold text-ink">{useShell().store.name}</strong>
          </p>
          <div className="ml-auto flex items-center">
            <Palette />
            <Bell />
            <PreferencesMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="office-main outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

const OfficeMark = () => (
  <Link to="/admin" className="flex min-h-11 items-center gap-2.5 px-2.5 font-semibold">
    <Kawung className="size-6 fill-gold" />
    Karat
  </Link>
)

function OfficeNav() {
  const may = useMay()
  const groups = officeGroups
    .map(({ name, places }) => ({ name, places: places.filter(({ permission }) => may(permission)) }))
    .filter(({ places }) => places.length > 0)
  return (
    <nav aria-label={m.office_nav()} className="grid gap-5">
      {groups.map(({ name, places }) => (
        <div key={name()}>
          <p className="fine px-2.5 pb-1.5 font-medium text-ink-2">{name()}</p>
          <ul>
            {places.map(({ to, name: place, icon, end }) => (
              <li key={to}>
                <NavLink to={to} end={end ?? false} className="office-link">
                  <Icon name={icon} />
                  {place()}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Person() {
  const me = useMe()
  const navigate = useNavigate()
  async function signOut() {
    await officePost('/staff/signOut', {}, { quiet: true }).catch(() => null)
    forgetStaff()
    await navigate('/admin/login', { replace: true })
  }
  return (
    <div className="mt-auto border-t border-line pt-3">
      <Link to="/admin/account" className="office-link h-auto py-1.5">
        <Icon name="user" />
        <span className="min-w-0">
          <span className="sr-only">{m.office_account()}: </span>
          <span className="block truncate font-semibold text-ink">{me.name}</span>
          <span className="fine block truncate text-ink-2">{roleNames(me.roles as Role[])}</span>
        </span>
      </Link>
      <button type="button" className="office-link w-full" onClick={signOut}>
        <Icon name="sign-out" />
        {m.office_staff_sign_out()}
      </button>
    </div>
  )
}
