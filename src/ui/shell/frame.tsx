/** What all layouts share: skip link, the price provider, and the main region. */
import type { ReactNode } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { useFollowedPrice } from '../use-live-price.tsx'

export const SkipLink = () => (
  <a href="#main" className="btn absolute top-2 left-2 z-50 -translate-y-20 focus:translate-y-0">
    {m.ui_skip_to_content()}
  </a>
)

export function Frame({
  header,
  rail,
  children,
  footer,
}: {
  header: ReactNode
  rail: ReactNode
  children: ReactNode
  footer?: ReactNode
}) {
  useFollowedPrice()
  return (
    <>
      <SkipLink />
      {header}
      {rail}
      <main id="main" tabIndex={-1} className="wrap outline-none">
        {children}
      </main>
      {footer}
    </>
  )
}
