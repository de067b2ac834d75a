/** The head of a page that is read: title, one sentence, and what stands beside them. */
import type { ReactNode } from 'react'

export const PageHead = ({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) => (
  <div className="pt-10 pb-8 md:pt-16 md:pb-12">
    <h1 className="h1 max-w-[22ch]">{title}</h1>
    {lead && <p className="mt-4 max-w-[60ch] text-[17px] leading-[26px] text-pretty text-ink-2">{lead}</p>}
    {children}
  </div>
)
