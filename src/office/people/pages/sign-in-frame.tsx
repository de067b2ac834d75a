/** The frame of the pages before the staff's sign-in. */
import type { ReactNode } from 'react'
import { PreferencesMenu } from '../../../ui/shell/preferences-menu.tsx'
import { Kawung } from '../../../ui/wordmark.tsx'
import '../../kit/pages/office.css'

export const SignInFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <div className="office-gate">
    <header className="flex items-center justify-between">
      <span className="flex items-center gap-2.5 font-semibold">
        <Kawung className="size-7 fill-gold" />
        Karat
      </span>
      <PreferencesMenu />
    </header>
    <main id="main" className="office-gate-main">
      <h1 className="office-h1">{title}</h1>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </main>
  </div>
)
