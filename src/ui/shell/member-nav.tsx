/** How a member finds their way: the list beside the page, and on a phone a way back and the whole list in a sheet. */
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icon.tsx'
import { currentness, type MemberPlace, offerOf, overview, placesOf } from '../member-places.ts'
import { PageTitle } from '../page-title.tsx'
import { useShell } from '../shell-data.ts'

/** Beside every page of the area where there is room for two columns. */
export function MemberNav() {
  const { pathname } = useLocation()
  const { store } = useShell()
  return (
    <nav className="hidden lg:block" aria-label={m.ui_nav_member()}>
      <NavPlace place={overview} pathname={pathname} />
      {placesOf(store).map(({ name, places }) => (
        <section key={places[0]?.to} className="mt-5" aria-label={name()}>
          <p className="fine mb-1 font-medium text-ink-3" aria-hidden="true">
            {name()}
          </p>
          {places.map((place) => (
            <NavPlace key={place.to} place={place} pathname={pathname} />
          ))}
        </section>
      ))}
    </nav>
  )
}

const NavPlace = ({ place, pathname }: { place: MemberPlace; pathname: string }) => (
  <Link
    to={place.to}
    aria-current={currentness(place, pathname)}
    className="-ml-3 flex min-h-10 items-center gap-3 rounded-tag px-3 py-1.5 text-[15px] leading-5 font-medium text-ink-2 hover:text-ink aria-[current]:bg-tile aria-[current]:font-semibold aria-[current]:text-ink"
  >
    <Icon name={place.icon} className="flex-none" />
    <span className="min-w-0">{place.name()}</span>
  </Link>
)

/** Over every page but the overview where there is one column: back to the overview, or anywhere else. */
export function MemberBar() {
  const { pathname } = useLocation()
  if (currentness(overview, pathname)) return null
  return (
    <nav
      className="-mt-3 flex items-center justify-between gap-3 border-b border-line pb-1 lg:hidden"
      aria-label={m.ui_nav_member()}
    >
      <Link to={overview.to} className="flex min-h-11 items-center gap-2 font-medium hover:text-nila">
        <Icon name="caret-left" />
        {m.ui_nav_member()}
      </Link>
      <MemberSheet key={pathname} />
    </nav>
  )
}

/** Gone with the page it was opened on: following one of its links closes it. */
function MemberSheet() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="s" className="-mr-3" aria-expanded={open} onClick={() => setOpen(true)}>
        <Icon name="list" />
        {m.ui_places_menu()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.ui_nav_member()}>
        <MemberList />
      </Dialog>
    </>
  )
}

/** All places as rows: the content of the sheet, and on a phone a part of the overview. */
export function MemberList() {
  const { pathname } = useLocation()
  const { store } = useShell()
  return (
    <div className="grid gap-6">
      {placesOf(store).map(({ name, places }) => (
        <section key={places[0]?.to} aria-label={name()}>
          <h3 className="small mb-1 font-medium text-ink-2">{name()}</h3>
          <ul className="border-t border-line">
            {places.map((place) => (
              <li key={place.to}>
                <Link
                  to={place.to}
                  aria-current={currentness(place, pathname)}
                  className="flex min-h-13 items-center gap-3 border-b border-line py-2 font-medium hover:text-nila aria-[current]:text-nila"
                >
                  <Icon name={place.icon} className="flex-none" />
                  <span className="min-w-0 flex-1">{place.name()}</span>
                  <Icon name="caret-right" size="s" className="flex-none" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The page, under a word where the store does not offer what begins on it: whoever has something of it finds it below. What only begins leaves the word alone. */
export function Offered({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { store } = useShell()
  const { word, alone } = offerOf(pathname, store)
  return (
    <>
      {alone !== null && (
        <>
          <PageTitle>{alone}</PageTitle>
          <h1 className="h1 mb-7">{alone}</h1>
        </>
      )}
      {word !== 'now' && (
        <p className="panel mb-6 p-4" role="note">
          {word === 'once' ? m.ui_not_offered_any_more() : m.ui_not_offered()}
        </p>
      )}
      {alone === null && children}
    </>
  )
}
